import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { writePastOrders } from "#test/app/past-orders.ts";
import { planOf, rowsRead } from "#test/database/query-plan.ts";
import {
  countMatching,
  countNormalByDevice,
  countNormalByOutlet,
  type OrderFilter,
} from "./order-counts-store.ts";
import { allOrders, selectOrders, selectSortedOrders } from "./order-list-store.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

const until = new Date("2026-11-20T00:00:00Z");
const longAgo = firstIdAt(new Date("2025-12-24T10:20:30Z"));
const days = { from: new Date("2026-02-09T16:00:00Z"), to: new Date("2026-02-12T16:00:00Z") };
const page = 21;
let test: TestDatabase;
let own: string[];
let deviceId: string;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  const outlets: string[] = [];
  for (let outlet = 0; outlet < 25; outlet += 1) {
    const outletId = await makeOutlet(test.owner);
    outlets.push(outletId);
    for (let chair = 0; chair < 2; chair += 1) deviceId = await makeDevice(test.owner, { outletId });
  }
  own = outlets.slice(-3);
  // One in 2,003 orders is rare: about six of the 12,000 orders of the caller's outlets in 18 months.
  await writePastOrders(test.owner, outlets, { count: 100_000, until, everySeconds: 480, rareEvery: 2003 });
});
afterAll(() => test.close());

interface Touched {
  orders: number;
  rollups: number;
}

async function rowsTouched(read: (db: TestDatabase["database"]) => Promise<unknown>): Promise<Touched> {
  const plan = await planOf(test.database, read);
  return {
    orders: rowsRead(plan, (relation) => relation.startsWith("orders")),
    rollups: rowsRead(plan, (relation) => relation.endsWith("order_rollup")),
  };
}

describe("with 100,000 orders in 18 months, 12,000 of them in the caller's three outlets", () => {
  const filters: [string, Partial<OrderFilter>][] = [
    ["no condition", {}],
    ["a common status", { statuses: ["completed"] }],
    ["a rare status", { statuses: ["failed", "refunded"] }],
    ["a rare payment method", { payTypes: ["coupon"] }],
    ["a combination without orders", { statuses: ["completed"], payTypes: ["coupon"] }],
    ["an open status", { statuses: ["running"] }],
    ["some days", { range: days }],
    ["a rare status on some days", { range: days, statuses: ["failed"] }],
  ];

  it.each(filters)(
    "[ORD-1] a page filtered by %s reads a few hundred rows, whether it is the first or an old page",
    async (_what, filter) => {
      for (const before of [null, longAgo]) {
        const touched = await rowsTouched((db) =>
          selectOrders(db, { outletIds: own, ...filter }, before, page),
        );
        // The query reads a page of each outlet, and then each order of the combined page again for its fields.
        expect(touched.orders).toBeLessThanOrEqual(own.length * page + page + 60);
        expect(touched.rollups).toBeLessThanOrEqual(1500);
      }
    },
  );

  it("[ORD-1] a page of one chair reads no orders of other outlets, also with a rare status", async () => {
    for (const filter of [{ deviceId }, { deviceId, statuses: ["failed" as const] }])
      for (const before of [null, longAgo]) {
        const touched = await rowsTouched((db) =>
          selectOrders(db, { outletIds: own, ...filter }, before, page),
        );
        expect(touched.orders).toBeLessThanOrEqual(200);
        expect(touched.rollups).toBeLessThanOrEqual(1500);
      }
  });

  it("[WIDE-2] a page sorted by amount reads no orders of other days", async () => {
    const filter = { outletIds: own, range: days };
    const count = await countMatching(test.database, filter);
    const touched = await rowsTouched((db) =>
      selectSortedOrders(db, filter, { column: "amount", ascending: false }, null, page),
    );
    // Each order is read to find it and to sort it, and those of the page once more.
    expect(touched.orders).toBeLessThanOrEqual(2 * count + page + 60);
  });

  it("[ORD-1] the total reads no orders", async () => {
    for (const [, filter] of filters) {
      const touched = await rowsTouched((db) => countMatching(db, { outletIds: own, ...filter }));
      expect(touched.orders).toBe(0);
      expect(touched.rollups).toBeLessThanOrEqual(1500);
    }
  });

  it("[TRUE-1] a count until a time within a quarter-hour reads only the orders of that quarter-hour", async () => {
    const range = { from: days.from, to: new Date(days.to.getTime() + 10 * 60_000) };
    for (const count of [countNormalByOutlet, countNormalByDevice]) {
      const touched = await rowsTouched((db) => count(db, own, range));
      expect(touched.orders).toBeLessThanOrEqual(6);
      expect(touched.rollups).toBeLessThanOrEqual(1500);
    }
  });

  it("[ORD-2] an export of some days reads no orders of other days", async () => {
    const touched = await rowsTouched((db) => allOrders({ outletIds: own, range: days }).execute(db));
    expect(touched.orders).toBeLessThanOrEqual(800);
  });
});
