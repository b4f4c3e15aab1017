import { randomUUID } from "node:crypto";
import {
  cashBoxes,
  collectionDifferences,
  outletCash,
  recordCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import { boxSorts } from "@reposo/contract/revenue/report-values.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { minutesAgo, openCoinBox } from "#test/app/coin-box.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const limit = 3;
let world: OrderApp;
let as: { readonly "access-token": string };
let deviceIds: string[];
/** The chairs of the fourth outlet, whose currency is another one. */
let inRinggit: Set<string>;
beforeAll(async () => {
  world = await sharedOrderApp();
  const outletIds: string[] = [];
  deviceIds = [];
  inRinggit = new Set();
  for (const chairs of [4, 4, 1, 3]) {
    const currency = outletIds.length === 3 ? "MYR" : "PHP";
    const outlet = await makePricedOutlet(world.owner, currency);
    outletIds.push(outlet.outletId);
    for (let chair = 0; chair < chairs; chair += 1) {
      const deviceId = await makeDevice(world.owner, outlet);
      deviceIds.push(deviceId);
      if (currency === "MYR") inRinggit.add(deviceId);
    }
  }
  as = { "access-token": (await makeManager(world.owner, { outletIds })).token };
  // Several boxes have equal contents, and half of them were never collected.
  for (const [index, deviceId] of deviceIds.entries()) {
    const insertCoin = openCoinBox(world, deviceId);
    const currency = inRinggit.has(deviceId) ? "MYR" : "PHP";
    const coin = (minutes: number) => insertCoin(minutes, 1_000, currency === "MYR" ? { currency } : {});
    for (let coins = 0; coins <= index % 3; coins += 1) await coin(300 - coins)();
    if (index % 2 === 0) continue;
    const collection = { collectionId: randomUUID(), deviceId, counted: 100 * index, currency };
    const collectedAt = minutesAgo(world, 200 + (index % 5)).toISOString();
    const { code } = await call(world.http, recordCollection, { ...collection, collectedAt }, as);
    if (code !== 200) throw new Error(`the collection was refused with ${code}`);
    await coin(100)();
  }
});
afterAll(() => world.close());

/** Amounts of different currencies are never compared. */
const byCurrencyAndAmount = (a: readonly [string, number], b: readonly [string, number]): number =>
  a[0].localeCompare(b[0]) || b[1] - a[1];

const boxesOf = async (fields: Record<string, unknown>) =>
  (await call(world.http, cashBoxes, fields, as)).data;

it.each(boxSorts)(
  "[CASH-5] lists the cash boxes in pages by %s, without gaps or repetitions",
  async (sort) => {
    const whole = await boxesOf({ sort, limit: 100 });
    expect(whole).toMatchObject({ nextCursor: null, total: deviceIds.length });
    const paged: typeof whole.boxes = [];
    let cursor: string | null = null;
    do {
      const page = await boxesOf({ sort, limit, ...(cursor !== null && { cursor }) });
      expect(page.total).toBe(deviceIds.length);
      expect(page.boxes.length).toBeLessThanOrEqual(limit);
      paged.push(...page.boxes);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.boxes);
    expect(paged.map(({ deviceId }) => deviceId).sort()).toEqual([...deviceIds].sort());
    if (sort === "amount")
      expect(paged.map(({ currency, cash }) => [currency, cash])).toEqual(
        paged.map(({ currency, cash }) => [currency, cash] as const).sort(byCurrencyAndAmount),
      );
    if (sort === "days") {
      const times = paged.map(({ lastCollectedAt }) => lastCollectedAt ?? "");
      expect(times).toEqual([...times].sort());
    }
  },
);

it("[CASH-5] skips no box if the last one of a page is emptied before the next page is read", async () => {
  const whole = await boxesOf({ sort: "amount", limit: 100 });
  const first = await boxesOf({ sort: "amount", limit });
  const deviceId = first.boxes.at(-1)?.deviceId ?? "";
  const collection = { collectionId: randomUUID(), deviceId, counted: 1, currency: "PHP" };
  const collectedAt = minutesAgo(world, 1).toISOString();
  await call(world.http, recordCollection, { ...collection, collectedAt }, as);
  const second = await boxesOf({ sort: "amount", limit, cursor: first.nextCursor });
  expect(second.boxes.map((box) => box.deviceId)).toEqual(
    whole.boxes.slice(limit, 2 * limit).map((box) => box.deviceId),
  );
});

it("[CASH-5] lists a single box, and refuses the cursor of another order", async () => {
  const [deviceId = ""] = deviceIds;
  expect(await boxesOf({ deviceId: deviceId.toLowerCase() })).toMatchObject({
    boxes: [{ deviceId }],
    nextCursor: null,
    total: 1,
  });
  expect(await boxesOf({ deviceId: "NOSUCH01" })).toMatchObject({ boxes: [], total: 0 });
  const { nextCursor } = await boxesOf({ sort: "amount", limit });
  expect((await call(world.http, cashBoxes, { sort: "days", cursor: nextCursor }, as)).code).toBe(400);
});

it("[CASH-5] lists the sums of the outlets in pages", async () => {
  const first = (await call(world.http, outletCash, { limit }, as)).data;
  expect(first.total).toBe(4);
  const second = (await call(world.http, outletCash, { limit, cursor: first.nextCursor }, as)).data;
  expect(second.nextCursor).toBeNull();
  const { boxes } = await boxesOf({ limit: 100 });
  const sums = Map.groupBy(boxes, ({ areaId }) => areaId);
  const expected = [...sums].map(([areaId, of]) => ({
    areaId,
    currency: of[0]?.currency ?? "",
    cash: of.reduce((sum, { cash }) => sum + cash, 0),
  }));
  const listed = [...first.items, ...second.items];
  expect(listed.map(({ areaId, currency, cash }) => ({ areaId, currency, cash }))).toEqual(
    expected.sort(
      (a, b) =>
        byCurrencyAndAmount([a.currency, a.cash], [b.currency, b.cash]) || (a.areaId < b.areaId ? -1 : 1),
    ),
  );
});

it("[CASH-4] lists the differences in pages, with the totals of all rows", async () => {
  const range = { range: "custom", by: "devices" };
  const [startDate, endDate] = [-3, 1].map((days) =>
    new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const fields = { ...range, startDate, endDate };
  const whole = (await call(world.http, collectionDifferences, { ...fields, limit: 100 }, as)).data;
  expect(whole.rows.length).toBe(whole.total);
  expect(whole.totals).toHaveLength(2);
  expect(whole.totals.reduce((sum, { collections }) => sum + collections, 0)).toBe(
    whole.rows.reduce((sum, { collections }) => sum + collections, 0),
  );
  const first = (await call(world.http, collectionDifferences, { ...fields, limit }, as)).data;
  const second = (
    await call(world.http, collectionDifferences, { ...fields, limit, cursor: first.nextCursor }, as)
  ).data;
  expect([...first.rows, ...second.rows]).toEqual(whole.rows.slice(0, 2 * limit));
  expect(second.totals).toEqual(whole.totals);
});
