import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import {
  addCollectionPhoto,
  type Collection,
  collectionList,
  collectionPhoto,
  correctCollection,
  recordCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { createUploads } from "#features/uploads/index.ts";
import { readConfig } from "#platform/config/config.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";
import { photo, upload } from "#test/clients/upload-client.ts";

let world: OrderApp;
let folder: string;
let outlet: PricedOutlet;
let deviceId: string;
let maria: string;
let jose: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-collection-photo-"));
  world = await openOrderApp({ FILES_DIR: folder });
});
beforeEach(async () => {
  outlet = await makePricedOutlet(world.owner);
  deviceId = await makeDevice(world.owner, outlet);
  const outletIds = [outlet.outletId];
  maria = (await makeManager(world.owner, { outletIds })).token;
  jose = (await makeManager(world.owner, { outletIds, name: "Jose Rizal" })).token;
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const as =
  (token: string) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token });

async function collect(): Promise<string> {
  const collectionId = randomUUID();
  const collectedAt = new Date(world.clock.now().getTime() - 1_000).toISOString();
  const fields = { collectionId, deviceId, counted: 500, currency: "PHP", collectedAt };
  expect((await as(maria)(recordCollection, fields)).code).toBe(200);
  return collectionId;
}
const picture = async (token = maria) => upload(world.http, token, { bytes: await photo() });
const add = (collectionId: string, key: string, token = maria) =>
  as(token)(addCollectionPhoto, { collectionId, key });
const linkOf = async (collectionId: string, token = maria) =>
  (await as(token)(collectionPhoto, { collectionId })).data.url as string;
const history = async (): Promise<Collection[]> =>
  (await as(maria)(collectionList, { range: "today", areaId: outlet.outletId })).data.items;
const usedKeys = (collectionId: string) =>
  sql<{ key: string }>`SELECT key FROM upload WHERE collection_id = ${collectionId}`.rows(world.owner);

describe("the photo of a collection", () => {
  it("[CASH-4] is shown to managers of the outlet, sanitised, and recorded in the audit trail", async () => {
    const collectionId = await collect();
    expect(await linkOf(collectionId)).toBeNull();
    const added = await add(collectionId, await picture());
    expect(added.data).toMatchObject({ collectionId, hasPhoto: true, counted: 500 });
    expect(await history()).toEqual([added.data]);
    const shown = await world.http.inject({ url: await linkOf(collectionId, jose) });
    expect(shown.statusCode).toBe(200);
    const { exif, width, height } = await sharp(shown.rawPayload).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 480, height: 640 });
    const unsigned = (await linkOf(collectionId)).replace(/\?.*/, "");
    expect((await world.http.inject({ url: unsigned })).statusCode).toBe(403);
    const trail = await sql<{ detail: unknown }>`
      SELECT detail FROM audit_entry
      WHERE subject = ${`device:${deviceId}`} AND action = 'cash.photoAdded'`.rows(world.owner);
    expect(trail).toEqual([{ detail: { collectionId } }]);
  });

  it("[CASH-4] [G-4] is stored once, however often and concurrently photos are sent", async () => {
    const collectionId = await collect();
    const keys = [await picture(), await picture()];
    const responses = await Promise.all([...keys, ...keys].map((key) => add(collectionId, key)));
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(responses[0]).toMatchObject({ code: 200, data: { hasPhoto: true } });
    expect(await usedKeys(collectionId)).toHaveLength(1);
  });

  it("[CASH-4] is refused if another account uploaded it, or if it is used, no picture, or unknown", async () => {
    const collectionId = await collect();
    const used = await picture();
    await add(await collect(), used);
    const video = await picture();
    await sql`UPDATE upload SET kind = 'video' WHERE key = ${video}`.execute(world.owner);
    for (const key of [await picture(jose), used, video, "collections/20261121/none/box.jpg"])
      expect((await add(collectionId, key)).code).toBe(20602);
    expect((await history()).find((one) => one.collectionId === collectionId)?.hasPhoto).toBe(false);
    expect((await add(collectionId, await picture())).data).toMatchObject({ hasPhoto: true });
  });

  it("[CASH-4] [G-9] can be added only by the manager who recorded the collection, and is hidden from other outlets", async () => {
    const collectionId = await collect();
    expect((await add(collectionId, await picture(jose), jose)).code).toBe(20703);
    await add(collectionId, await picture());
    const { outletId } = await makePricedOutlet(world.owner);
    const outsider = (await makeManager(world.owner, { outletIds: [outletId] })).token;
    const viewer = (
      await makeManager(world.owner, { outletIds: [outlet.outletId], permissions: ["home", "details"] })
    ).token;
    expect((await as(outsider)(collectionPhoto, { collectionId })).code).toBe(20703);
    expect((await as(viewer)(collectionPhoto, { collectionId })).code).toBe(403);
    expect((await add(collectionId, await picture(viewer), viewer)).code).toBe(403);
  });

  it("[CASH-4] stays with the original entry when the count is corrected", async () => {
    const collectionId = await collect();
    await add(collectionId, await picture());
    const correction = {
      collectionId: randomUUID(),
      correctsId: collectionId,
      counted: 1,
      note: "Recounted",
    };
    await as(jose)(correctCollection, correction);
    expect((await history()).map(({ kind, hasPhoto }) => ({ kind, hasPhoto }))).toEqual([
      { kind: "correction", hasPhoto: false },
      { kind: "collection", hasPhoto: true },
    ]);
  });

  it("[CASH-4] is deleted after its retention, or after a day if no collection uses it", async () => {
    const collectionId = await collect();
    const key = await picture();
    await add(collectionId, key);
    const unused = await picture();
    const uploads = await openUploads({ MEDIA_RETENTION_DAYS: "30" });
    const age = (days: number) =>
      sql`UPDATE upload SET issued_at = ${ago(days)}, stored_at = ${ago(days)} WHERE key = ANY(${[key, unused]})`.execute(
        world.owner,
      );
    const stored = async () => {
      const names = await readdir(folder, { recursive: true });
      return [key, unused].map((one) => names.some((name) => name.endsWith(one.split("/")[2] as string)));
    };
    expect(await stored()).toEqual([true, true]);
    await age(2);
    await uploads.purgeUploads();
    expect(await stored()).toEqual([true, false]);
    expect(await linkOf(collectionId)).not.toBeNull();
    await age(29);
    await uploads.purgeUploads();
    expect(await stored()).toEqual([true, false]);
    await age(31);
    await uploads.purgeUploads();
    expect(await stored()).toEqual([false, false]);
    expect(await linkOf(collectionId)).toBeNull();
    expect(await history()).toMatchObject([{ collectionId, hasPhoto: false, counted: 500 }]);
    uploads.stop();
  });

  it("[CASH-4] is never deleted if the retention is 0", async () => {
    const collectionId = await collect();
    const key = await picture();
    await add(collectionId, key);
    const uploads = await openUploads({ MEDIA_RETENTION_DAYS: "0" });
    await sql`UPDATE upload SET issued_at = ${ago(3_650)}, stored_at = ${ago(3_650)} WHERE key = ${key}`.execute(
      world.owner,
    );
    await uploads.purgeUploads();
    const shown = await world.http.inject({ url: await linkOf(collectionId) });
    expect(shown.statusCode).toBe(200);
    uploads.stop();
  });
});

/** Opens the uploads of the same folder with other settings than those of the running server. */
async function openUploads(settings: Record<string, string>) {
  const { files, media } = readConfig({ FILES_DIR: folder, ...settings });
  return createUploads({
    database: world.database,
    clock: world.clock,
    log: silentLog,
    cipher: testCipher,
    publicUrl: "https://chairs.example",
    files,
    media,
  });
}

const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
