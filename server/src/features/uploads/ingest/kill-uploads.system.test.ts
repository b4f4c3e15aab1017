import { globSync } from "node:fs";
import { readdir, readFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { storeIdName } from "#platform/files/file-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  CrashedAtStart,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { testCipher, testKeyEncryptionKey } from "#test/app/key-cipher.ts";
import { makeCustomer, makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, eventually } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { formOf, keyIn, multipart, photo } from "#test/clients/upload-client.ts";
import { mediaLink } from "#features/uploads/serving/media-links.ts";
import { createUploadKeys } from "#features/uploads/policy/upload-keys.ts";

const receivePoints = ["upload.staged", "upload.prepared", "upload.written", "upload.stored"];
const purgePoints = ["upload.purge.claimed", "upload.purge.removed", "upload.purge.deleted"];
const all = process.env["REPOSO_KILL"] === "all";
/** `npm run test:system` runs only the sample point; REPOSO_KILL=all runs every point. */
const chosen = (points: readonly string[], sample: string) => (all ? points : [sample]);

let test: TestDatabase;
let servers: KilledServers;
let folder: string;
let running: RunningServer | null = null;
let customer: { token: string; orderId: string };
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("kill-uploads");
  servers = await openKilledServers(test.connection, {
    FILES_DIR: folder,
    KEY_ENCRYPTION_KEY: testKeyEncryptionKey.toString("base64"),
  });
  const outlet = await makePricedOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, outlet);
  const { token, caller } = await makeCustomer(test.owner);
  const { customerId } = caller;
  const orderId = await makeOrder(test.owner, { ...outlet, deviceId, customerId, status: "completed" });
  customer = { token, orderId };
});
afterEach(async () => {
  await servers.killAll();
  running = null;
});
afterAll(async () => {
  await servers.close();
  await test.close();
  await rm(folder, { recursive: true });
});

/** Kills the running server and starts another one, so that only one server runs. */
async function succeed(): Promise<RunningServer> {
  await running?.kill();
  running = await servers.start();
  return running;
}

/** Uploads a file as a phone does. @returns the file's key, and whether the server confirmed the upload */
async function send(url: string): Promise<{ key: string; stored: boolean }> {
  const headers = { "access-token": customer.token };
  const response = await fetch(`${url}/api${getPolicy.path}`, { headers });
  const { data: policy } = (await response.json()) as Envelope<ReplyOf<typeof getPolicy>>;
  const form = multipart(formOf(policy), { bytes: await photo() });
  const posted = await fetch(`${url}/uploads/`, {
    method: "POST",
    headers: form.headers,
    body: new Uint8Array(form.payload),
  }).catch(() => null);
  return { key: keyIn(policy), stored: posted?.status === 200 };
}

const complain = (url: string, key: string) =>
  callUrl(
    url,
    feedbackInsert,
    { orderId: customer.orderId, problem: "It stopped", media: [key] },
    { "access-token": customer.token },
  );

async function isReadable(url: string, key: string): Promise<boolean> {
  const { database } = test;
  const keys = createUploadKeys({ database, clock: systemClock, log: silentLog, cipher: testCipher });
  const read = await fetch(`${url}${mediaLink(await keys.current(), key, new Date())}`);
  return read.status === 200 && (await read.arrayBuffer()).byteLength > 100;
}

/** Lists the uploaded files, without the file that identifies the store. */
async function filesBelow(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile() && one.name !== storeIdName)
    .map((one) => join(one.parentPath, one.name));
}

/** Moves all uploads and files one day into the past, so that all holds have expired. */
async function aDayPasses(): Promise<void> {
  await sql`
    UPDATE upload SET issued_at = issued_at - interval '25 hours', held_until = now() - interval '1 second'`.execute(
    test.owner,
  );
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const path of await filesBelow()) await utimes(path, yesterday, yesterday);
}

interface Row {
  dir: string;
  key: string | null;
  feedback: string | null;
}
const rows = async (): Promise<Row[]> =>
  (await sql<Row>`SELECT dir, key, feedback_id AS feedback FROM upload ORDER BY dir`.execute(test.database))
    .rows;

/** Expects a row for every file, and a readable file for every row. */
async function expectNothingLeftOver(server: RunningServer): Promise<void> {
  await eventually(
    async () => expect((await rows()).filter(({ feedback }) => feedback === null)).toEqual([]),
    30_000,
  );
  const stored = await rows();
  await eventually(async () =>
    expect((await filesBelow()).sort()).toEqual(stored.map(({ dir }) => join(folder, "media", dir)).sort()),
  );
  for (const { key } of stored) expect(await isReadable(server.url, key as string)).toBe(true);
}

describe("a server that is killed", () => {
  it.each(chosen(receivePoints, "upload.written"))(
    "[FB-2] at %s of an upload shows no incomplete file, and deletes it after a day",
    async (point) => {
      const failing = await servers.start(point);
      const { key, stored } = await send(failing.url);
      expect(stored).toBe(false);
      expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });

      let server = await succeed();
      const wasStored = point === "upload.stored";
      expect(await isReadable(server.url, key)).toBe(wasStored);
      expect((await complain(server.url, key))?.code).toBe(wasStored ? 200 : 20602);
      const again = await send(server.url);
      expect(again.stored).toBe(true);
      expect((await complain(server.url, again.key))?.code).toBe(200);
      await aDayPasses();
      server = await succeed();
      await expectNothingLeftOver(server);
    },
    // Four servers start one after another, and a busy machine may stall for a minute.
    240_000,
  );

  it.each(chosen(purgePoints, "upload.purge.removed"))(
    "[FB-2] at %s of the daily purge leaves no deleted file that feedback could still refer to",
    async (point) => {
      const before = await succeed();
      const keys = [(await send(before.url)).key, (await send(before.url)).key];
      await before.kill();
      running = null;
      await aDayPasses();
      const exit = await servers.start(point).then(
        (failing) => failing.exited,
        (error: unknown) => {
          expect(error).toBeInstanceOf(CrashedAtStart);
          return { signal: "SIGKILL" };
        },
      );
      expect(exit).toMatchObject({ signal: "SIGKILL" });

      let server = await succeed();
      for (const key of keys) {
        expect(await isReadable(server.url, key)).toBe(false);
        expect((await complain(server.url, key))?.code).toBe(20602);
      }
      await aDayPasses();
      server = await succeed();
      await expectNothingLeftOver(server);
    },
    // Four servers start one after another, and a busy machine may stall for a minute.
    240_000,
  );

  it("is killed at every fail point in the source of uploads", async () => {
    const uploads = join(import.meta.dirname, "..");
    const named = new Set<string>();
    for (const file of globSync("**/*.ts", { cwd: uploads }))
      for (const [, name] of (await readFile(join(uploads, file), "utf8")).matchAll(
        /failPoint\("([\w.-]+)"\)/g,
      ))
        named.add(name as string);
    expect([...named].sort()).toEqual([...receivePoints, ...purgePoints].sort());
  });
});
