import { randomUUID } from "node:crypto";
import {
  cashBoxes,
  type Collection,
  collectionDifferences,
  collectionExport,
  collectionList,
  correctCollection,
  outletCash,
  recordCollection,
  voidCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { exportLink } from "@reposo/contract/revenue/exports.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { call, refusedFields } from "#test/clients/http-client.ts";
import { minutesAgo, openCoinBox } from "#test/app/coin-box.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, sharedOrderApp, type OrderApp, type PricedOutlet } from "#test/app/order-app.ts";

let world: OrderApp;
let outlet: PricedOutlet;
let deviceId: string;
let maria: string;
let jose: string;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
});
beforeEach(async () => {
  outlet = await makePricedOutlet(world.owner);
  deviceId = await makeDevice(world.owner, outlet);
  const outletIds = [outlet.outletId];
  maria = (await makeManager(world.owner, { outletIds })).token;
  jose = (await makeManager(world.owner, { outletIds, name: "Jose Rizal" })).token;
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const as =
  (token: string) =>
  <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) =>
    call(world.http, endpoint, fields, { "access-token": token });

const ago = (minutes: number) => minutesAgo(world, minutes);
const openBox = (id = deviceId) => openCoinBox(world, id);

const collect = (minutes: number, counted: number, rest: Record<string, unknown> = {}, token = maria) =>
  as(token)(recordCollection, {
    collectionId: randomUUID(),
    deviceId,
    counted,
    currency: "PHP",
    collectedAt: ago(minutes).toISOString(),
    ...rest,
  });
const correct = (correctsId: string, counted: number, rest: Record<string, unknown> = {}, token = jose) =>
  as(token)(correctCollection, {
    collectionId: randomUUID(),
    correctsId,
    counted,
    note: "Counted twice",
    ...rest,
  });
const range = { range: "custom" };
const days = () => ({
  ...range,
  startDate: ago(3 * 1440)
    .toISOString()
    .slice(0, 10),
  endDate: ago(-1440).toISOString().slice(0, 10),
});
const history = async (token = maria): Promise<Collection[]> =>
  (await as(token)(collectionList, days())).data.items;
const boxNow = async () => (await as(maria)(cashBoxes, {})).data;

describe("a collection", () => {
  it("[CASH-4] [CASH-5] expects the coins that the counter shows since the last collection, and leaves the box empty", async () => {
    const coin = openBox();
    for (const minutes of [300, 200, 100]) await coin(minutes)();
    expect((await as(maria)(outletCash, {})).data.items).toMatchObject([
      { areaId: outlet.outletId, cash: 3_000, boxes: 1 },
    ]);
    expect(await boxNow()).toMatchObject({
      boxes: [{ deviceId, cash: 3_000, lastCollectedAt: null, lastCollectedBy: null }],
    });
    const first = await collect(90, 2_500, { note: "  One coin\r\nwas bent " });
    expect(first.data).toMatchObject({
      counted: 2_500,
      expected: 3_000,
      difference: -500,
      note: "One coin\nwas bent",
      collectedBy: "Maria Santos",
    });
    expect((await boxNow()).boxes).toMatchObject([
      { cash: 0, lastCollectedBy: "Maria Santos", lastCollectedAt: first.data.collectedAt },
    ]);
    await coin(50)();
    expect((await boxNow()).boxes).toMatchObject([{ cash: 1_000 }]);
    expect((await collect(1, 1_000)).data).toMatchObject({ expected: 1_000, difference: 0 });
    const { rows } = await sql<{ actor: string; detail: unknown }>`
      SELECT actor, detail FROM audit_entry WHERE subject = ${`device:${deviceId}`} AND action = 'cash.collected'
      ORDER BY audit_id`.execute(world.owner);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ detail: { countedMinor: 2_500, expectedMinor: 3_000, currency: "PHP" } });
  });

  it("[CASH-4] [G-9] that was recorded before its chair was moved belongs to the outlet at that time", async () => {
    const elsewhere = await makePricedOutlet(world.owner);
    const ana = (await makeManager(world.owner, { outletIds: [elsewhere.outletId] })).token;
    const coin = openBox();
    await coin(90)();
    await sql`
      WITH move AS (INSERT INTO device_move (device_id, moved_at, from_outlet_id)
        VALUES (${deviceId}, ${ago(30)}, ${outlet.outletId}))
      UPDATE device SET outlet_id = ${elsewhere.outletId}, moved_at = ${ago(30)}
      WHERE device_id = ${deviceId}`.execute(world.owner);
    await coin(20)();
    expect((await collect(60, 1_000)).data).toMatchObject({ expected: 1_000, difference: 0 });
    expect(await history()).toMatchObject([{ areaId: outlet.outletId, counted: 1_000 }]);
    expect((await collect(10, 1_000)).code).toBe(20701);
    expect((await collect(10, 1_000, {}, ana)).data).toMatchObject({ expected: 1_000, difference: 0 });
    // The chair was moved before the operator recorded it.
    expect((await collect(40, 0, {}, ana)).code).toBe(200);
    expect((await collect(2 * 1440, 0, {}, ana)).code).toBe(20701);
    expect(await history(ana)).toHaveLength(2);
  });

  it("[CASH-4] does not change the income", async () => {
    const income = async () =>
      (
        await sql`SELECT sum(amount_minor) AS amount, count(*) AS entries FROM ledger_entry
          WHERE outlet_id = ${outlet.outletId}`.execute(world.owner)
      ).rows;
    await openBox()(10)();
    const before = await income();
    expect(before).toEqual([{ amount: 1_000, entries: 1 }]);
    await collect(1, 99_000);
    expect(await income()).toEqual(before);
  });

  it("[CASH-4] includes coins whose events were lost, but no coins with an implausible counter or in another currency", async () => {
    const coin = openBox();
    await coin(50)();
    coin(45);
    await coin(40)();
    await coin(30, 700, { currency: "MYR" })();
    await coin(20)();
    expect((await collect(10, 4_000)).data).toMatchObject({ expected: 4_000, difference: 0 });
    // Only the chair's state counts a coin without counters.
    await world.app.chairIntake.process(deviceId, () => ({
      state: {
        online: true,
        bootId: "b",
        firmware: "f",
        running: null,
        fault: null,
        coinCounter: 6_200,
        epoch: "e",
      },
    }));
    await openBox()(5, 1_500, { counted: false })();
    expect((await boxNow()).boxes).toMatchObject([{ cash: 1_500 }]);
  });

  it("[CASH-4] leaves coins that the chair reports later to the next collection", async () => {
    const coin = openBox();
    await coin(50)();
    const late = coin(40);
    expect((await collect(30, 2_000)).data).toMatchObject({ expected: 1_000, difference: 1_000 });
    await late();
    expect((await collect(10, 0)).data).toMatchObject({ expected: 1_000, difference: -1_000 });
  });

  it("[CASH-4] adjusts a later collection of the box that was recorded before it", async () => {
    const coin = openBox();
    await coin(50)();
    await coin(30)();
    const later = await collect(20, 1_000, {}, jose);
    expect(later.data).toMatchObject({ expected: 2_000, difference: -1_000 });
    const earlier = await collect(40, 1_000);
    expect(earlier.data).toMatchObject({ expected: 1_000, difference: 0, collectedBy: "Maria Santos" });
    const [adjusted, replaced] = await history();
    expect(adjusted).toMatchObject({
      kind: "adjustment",
      expected: 1_000,
      counted: 1_000,
      difference: 0,
      collectedBy: "Jose Rizal",
      correctsId: later.data.collectionId,
    });
    expect(replaced?.correctedById).toBe(adjusted?.collectionId);
  });

  it("[CASH-4] [G-4] is recorded once, with the same response, however often and concurrently it is sent", async () => {
    await openBox()(10)();
    const collection = { collectionId: randomUUID(), collectedAt: ago(5).toISOString() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => collect(5, 900, collection)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    await collect(1, 100);
    expect((await collect(5, 900, collection)).data).toEqual(answers[0]?.data);
    expect(await history()).toHaveLength(2);
    expect((await collect(5, 901, collection)).code).toBe(20303);
    expect((await collect(5, 900, collection, jose)).code).toBe(20303);
    const otherDeviceId = await makeDevice(world.owner, outlet);
    expect((await collect(5, 900, { ...collection, deviceId: otherDeviceId })).code).toBe(20303);
  });

  it("[CASH-4] counts every coin once when several managers collect at the same time", async () => {
    await openBox()(50)();
    const at = [9, 8, 7, 6, 5, 4];
    const all = await Promise.all(at.map((minutes) => collect(minutes, 0, {}, minutes % 2 ? maria : jose)));
    expect(all.map(({ code }) => code)).toEqual(at.map(() => 200));
    const { data } = await as(maria)(collectionDifferences, { ...days(), by: "devices" });
    expect(data.rows).toMatchObject([{ collections: 6, expected: 1_000, difference: -1_000 }]);
  });

  it("[CASH-4] refuses invalid amounts, another currency, a chair of another outlet, and implausible times", async () => {
    const paths = async (fields: Record<string, unknown>) =>
      refusedFields(await collect(1, 1, fields)).map(({ path }) => path);
    expect(await paths({ counted: -1 })).toEqual(["counted"]);
    expect(await paths({ counted: 10_000_000_001 })).toEqual(["counted"]);
    expect(await paths({ counted: 1.5 })).toEqual(["counted"]);
    expect(await paths({ note: "x".repeat(141) })).toEqual(["note"]);
    expect(await paths({ collectedAt: ago(-60).toISOString() })).toEqual(["collectedAt"]);
    expect(await paths({ collectedAt: ago(61 * 1440).toISOString() })).toEqual(["collectedAt"]);
    expect(await collect(1, 1, { currency: "MYR" })).toMatchObject({
      code: 20702,
      message: "This outlet's cash is counted in PHP",
    });
    const foreign = await makeDevice(world.owner, await makePricedOutlet(world.owner));
    expect((await collect(1, 1, { deviceId: foreign })).code).toBe(20701);
    expect((await collect(1, 1, { deviceId: "NOSUCH00" })).code).toBe(20701);
    expect(await history()).toEqual([]);
  });
});

describe("a correction", () => {
  it("[CASH-4] adds one new entry with the right count, and leaves the wrong entry unchanged", async () => {
    await openBox()(50)();
    const { data: wrong } = await collect(40, 100);
    const body = { collectionId: randomUUID() };
    const corrections = await Promise.all([1, 2].map(() => correct(wrong.collectionId, 1_000, body)));
    expect(corrections[0]?.data).toEqual(corrections[1]?.data);
    const right = corrections[0]?.data as Collection;
    expect(right).toMatchObject({
      kind: "correction",
      counted: 1_000,
      expected: 1_000,
      difference: 0,
      collectedBy: "Maria Santos",
      recordedBy: "Jose Rizal",
      correctsId: wrong.collectionId,
      note: "Counted twice",
    });
    expect(await history()).toEqual([right, { ...wrong, correctedById: right.collectionId }]);
    expect((await correct(wrong.collectionId, 900)).code).toBe(20704);
    expect((await correct(right.collectionId, 900)).data).toMatchObject({ difference: -100 });
    expect((await correct(right.collectionId, 800, body)).code).toBe(20303);
    expect(refusedFields(await correct(right.collectionId, 1, { note: " " }))[0]?.path).toBe("note");
    const differences = await as(maria)(collectionDifferences, { ...days(), by: "collectors" });
    expect(differences.data.rows).toMatchObject([
      { name: "Maria Santos", collections: 1, expected: 1_000, counted: 900, difference: -100 },
    ]);
  });

  it("[CASH-4] is refused if it repeats the recorded amount, because it would change nothing", async () => {
    const { data: wrong } = await collect(40, 100);
    expect(refusedFields(await correct(wrong.collectionId, 100))[0]?.path).toBe("counted");
    expect(await history()).toEqual([wrong]);
    const { data: right } = await correct(wrong.collectionId, 200);
    expect(refusedFields(await correct(right.collectionId, 200))[0]?.path).toBe("counted");
    expect((await correct(wrong.collectionId, 100)).code).toBe(20704);
    expect((await correct(right.collectionId, 100)).code).toBe(200);
  });

  it("[CASH-4] is a new entry, because the database refuses to change or delete one", async () => {
    const { data } = await collect(1, 100);
    await expect(
      sql`UPDATE cash_collection SET counted_minor = 1 WHERE collection_id = ${data.collectionId}`.execute(
        world.owner,
      ),
    ).rejects.toThrow("corrected by a new entry");
    await expect(sql`DELETE FROM cash_collection`.execute(world.owner)).rejects.toThrow(
      "corrected by a new entry",
    );
    await expect(sql`DELETE FROM cash_collection`.execute(world.database)).rejects.toThrow(
      "permission denied",
    );
  });

  it("[CASH-4] [G-9] is refused for an entry of another outlet in the same way as for a missing entry", async () => {
    const { data } = await collect(1, 100);
    const elsewhere = await makePricedOutlet(world.owner);
    const outsider = (await makeManager(world.owner, { outletIds: [elsewhere.outletId] })).token;
    expect((await correct(data.collectionId, 1, {}, outsider)).code).toBe(20703);
    expect((await correct("no-such-entry", 1)).code).toBe(20703);
    expect(await history(outsider)).toEqual([]);
  });
});

describe("a collection on the wrong chair", () => {
  let rightId: string;
  beforeEach(async () => {
    rightId = await makeDevice(world.owner, outlet);
  });
  const move = (correctsId: string, rest: Record<string, unknown> = {}, token = jose) =>
    as(token)(voidCollection, {
      collectionId: randomUUID(),
      correctsId,
      note: "Wrong label scanned",
      deviceId: rightId,
      ...rest,
    });
  const countedNow = async () =>
    (await as(maria)(collectionDifferences, { ...days(), by: "devices" })).data.rows;

  it("[CASH-4] is moved by new entries, which adjust the expected amounts of both chairs", async () => {
    const [coin, rightCoin] = [openBox(), openBox(rightId)];
    await coin(60)();
    await rightCoin(60, 2_000)();
    const { data: wrong } = await collect(50, 2_000, { note: "Full" });
    await coin(40)();
    await collect(30, 2_000);
    await rightCoin(20, 500)();
    await collect(10, 2_500, { deviceId: rightId }, jose);
    expect(wrong).toMatchObject({ expected: 1_000, difference: 1_000 });
    const { data: voided } = await move(wrong.collectionId);
    expect(voided).toMatchObject({
      kind: "void",
      deviceId,
      counted: 0,
      expected: 0,
      recordedBy: "Jose Rizal",
      collectedBy: "Maria Santos",
      correctsId: wrong.collectionId,
      movedToDeviceId: rightId,
      note: "Wrong label scanned",
    });
    const entries = await history();
    expect(entries.find(({ movedFromId }) => movedFromId === wrong.collectionId)).toMatchObject({
      kind: "collection",
      deviceId: rightId,
      counted: 2_000,
      expected: 2_000,
      difference: 0,
      collectedAt: wrong.collectedAt,
      collectedBy: "Maria Santos",
      recordedBy: "Jose Rizal",
      note: "Full",
    });
    expect(entries.filter(({ kind }) => kind === "adjustment")).toMatchObject([
      { deviceId: rightId, expected: 500, counted: 2_500 },
      { deviceId, expected: 2_000, counted: 2_000, difference: 0 },
    ]);
    expect(entries).toContainEqual({ ...wrong, correctedById: voided.collectionId });
    expect(await countedNow()).toMatchObject([
      { name: deviceId, collections: 1, expected: 2_000, counted: 2_000 },
      { name: rightId, collections: 2, expected: 2_500, counted: 4_500 },
    ]);
    expect((await boxNow()).boxes.map(({ cash }) => cash)).toEqual([0, 0]);
  });

  it("[CASH-4] can be voided without a right chair, after which the box contains its coins again", async () => {
    await openBox()(60)();
    const { data: wrong } = await collect(50, 900);
    const { data: corrected } = await correct(wrong.collectionId, 950);
    expect((await move(wrong.collectionId)).code).toBe(20704);
    const { data } = await move(corrected.collectionId, { deviceId: undefined });
    expect(data).toMatchObject({ kind: "void", movedToDeviceId: null, correctsId: corrected.collectionId });
    expect((await boxNow()).boxes).toContainEqual(
      expect.objectContaining({ deviceId, cash: 1_000, lastCollectedAt: null }),
    );
    expect(await countedNow()).toEqual([]);
    expect((await correct(data.collectionId, 1)).code).toBe(20704);
    expect((await move(data.collectionId)).code).toBe(20704);
    expect((await collect(20, 1_000)).data).toMatchObject({ expected: 1_000, difference: 0 });
  });

  it("[CASH-4] can be moved back to the first chair", async () => {
    await openBox()(60)();
    const { data: first } = await collect(50, 1_000);
    await move(first.collectionId);
    const moved = (await history()).find((entry) => entry.movedFromId === first.collectionId);
    expect((await move(moved?.collectionId ?? "", { deviceId })).code).toBe(200);
    expect(await countedNow()).toMatchObject([
      { name: deviceId, collections: 1, expected: 1_000, counted: 1_000 },
    ]);
    expect((await boxNow()).boxes.map(({ cash }) => cash)).toEqual([0, 0]);
  });

  it("[CASH-4] [G-4] is moved once, however often and concurrently the request is sent", async () => {
    const { data: wrong } = await collect(50, 100);
    const body = { collectionId: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => move(wrong.collectionId, body)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await history()).toHaveLength(3);
    const others = await Promise.all([1, 2].map(() => move(wrong.collectionId)));
    expect(others.map(({ code }) => code)).toEqual([20704, 20704]);
    expect((await move(wrong.collectionId, { ...body, deviceId: undefined })).code).toBe(20303);
  });

  it("[CASH-4] [G-9] can be moved only between chairs of the caller's outlets that have the same currency", async () => {
    const { data: wrong } = await collect(50, 100);
    const elsewhere = await makePricedOutlet(world.owner);
    const foreign = await makeDevice(world.owner, elsewhere);
    const outsider = (await makeManager(world.owner, { outletIds: [elsewhere.outletId] })).token;
    expect((await move(wrong.collectionId, {}, outsider)).code).toBe(20703);
    expect((await move(wrong.collectionId, { deviceId: foreign })).code).toBe(20701);
    expect((await move("no-such-entry")).code).toBe(20703);
    expect(refusedFields(await move(wrong.collectionId, { deviceId }))[0]?.path).toBe("deviceId");
    expect(refusedFields(await move(wrong.collectionId, { note: " " }))[0]?.path).toBe("note");
    await sql`UPDATE outlet SET currency = 'MYR' WHERE outlet_id = ${elsewhere.outletId}`.execute(
      world.owner,
    );
    const both = await makeManager(world.owner, { outletIds: [outlet.outletId, elsewhere.outletId] });
    expect((await move(wrong.collectionId, { deviceId: foreign }, both.token)).code).toBe(20702);
    // The chair has been moved to an outlet with another currency in the meantime.
    await sql`UPDATE device SET outlet_id = ${elsewhere.outletId} WHERE device_id = ${deviceId}`.execute(
      world.owner,
    );
    expect((await move(wrong.collectionId, { deviceId: undefined })).code).toBe(20705);
    expect(await history()).toEqual([wrong]);
  });
});

describe("collections", () => {
  it("[CASH-4] are compared by chair, outlet, and collector, listed page by page, and filtered by chair", async () => {
    const other = await makeDevice(world.owner, outlet);
    await openBox()(60)();
    await openBox(other)(60, 5_000)();
    await collect(50, 1_000);
    await collect(40, 4_000, { deviceId: other }, jose);
    await collect(30, 200, { deviceId: other }, jose);
    const by = async (group: string, more = {}) =>
      (await as(maria)(collectionDifferences, { ...days(), by: group, ...more })).data.rows;
    expect(await by("devices")).toMatchObject([
      { name: other, collections: 2, expected: 5_000, counted: 4_200, difference: -800 },
      { name: deviceId, collections: 1, expected: 1_000, counted: 1_000, difference: 0 },
    ]);
    expect(await by("outlets")).toMatchObject([
      { id: outlet.outletId, collections: 3, expected: 6_000, difference: -800 },
    ]);
    expect(await by("collectors")).toMatchObject([
      { name: "Jose Rizal", difference: -800 },
      { name: "Maria Santos", difference: 0 },
    ]);
    expect(await by("outlets", { deviceId })).toMatchObject([{ collections: 1 }]);
    const page = (more: Record<string, unknown>) =>
      as(maria)(collectionList, { ...days(), limit: 2, ...more }).then(({ data }) => data);
    const first = await page({});
    const second = await page({ cursor: first.nextCursor });
    expect([first.items.length, second.items.length, first.total, second.nextCursor]).toEqual([
      2,
      1,
      3,
      null,
    ]);
    expect([...first.items, ...second.items].map(({ counted }) => counted)).toEqual([200, 4_000, 1_000]);
  });

  it("[CASH-4] can be exported with their corrections, and as differences by collector", async () => {
    await openBox()(60)();
    const { data } = await collect(50, 100);
    await correct(data.collectionId, 900, { note: "=1+1" });
    const csv = async (rows: string) => {
      const query = { ...days(), rows, format: "csv" };
      const url = `/api${collectionExport.path}`;
      return (await world.http.inject({ url, query, headers: { "access-token": maria } })).body;
    };
    const lines = (await csv("collections")).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${deviceId},Maria Santos,PHP`);
    expect(lines[1]).toMatch(/10\.00,9\.00,-1\.00,Correction/);
    expect(lines[1]).not.toMatch(/,=1\+1/);
    expect(lines[2]).toMatch(/10\.00,1\.00,-9\.00,Collection/);
    const [, difference] = (await csv("collectors")).trim().split(/\r?\n/);
    expect(difference).toMatch(/^Maria Santos,.*,1,10\.00,9\.00,-1\.00$/);
  });

  it("[CASH-4] require the permission `cash`, including exports and their links", async () => {
    const outletIds = [outlet.outletId];
    const others = (await makeManager(world.owner, { outletIds, permissions: ["home", "details", "user"] }))
      .token;
    const collector = (await makeManager(world.owner, { outletIds, permissions: ["cash", "export"] })).token;
    const query = `${new URLSearchParams({ ...days(), rows: "devices", format: "csv" }).toString()}`;
    const link = { operation: "collectionExport", query };
    expect((await collect(1, 1, {}, others)).code).toBe(403);
    expect((await as(others)(cashBoxes, {})).code).toBe(403);
    expect((await as(others)(exportLink, link)).code).toBe(403);
    expect((await collect(1, 1, {}, collector)).code).toBe(200);
    expect((await as(collector)(exportLink, { ...link, operation: "areaExport" })).code).toBe(403);
    const { url } = (await as(collector)(exportLink, link)).data;
    const { pathname, search } = new URL(url);
    expect((await world.http.inject(pathname + search)).body).toContain(deviceId);
  });
});
