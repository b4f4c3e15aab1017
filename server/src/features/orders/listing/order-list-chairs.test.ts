import type { OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { blocksRead, planOf, rowsRead } from "#test/database/query-plan.ts";
import { countMatching, type OrderFilter } from "./order-counts-store.ts";
import { selectOrders } from "./order-list-store.ts";
import { rollUpOrders } from "./order-rollups-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

const outletCount = 3;
const chairsEach = 60;
const months = 13;
const page = 21;
// One order of each common kind per chair and month, and one order of each rare kind at the first chair in one month.
const common: readonly (readonly [OrderStatus, PayType])[] = [
  ["completed", "online"],
  ["completed", "cash"],
  ["completed", "coin"],
  ["completed", "coupon"],
  ["cancelled", "online"],
  ["failed", "online"],
  ["refunded", "online"],
  ["refunded", "cash"],
];
const rare: readonly (readonly [OrderStatus, PayType])[] = [
  ["completed", "cashCoupon"],
  ["failed", "coin"],
];
const newestMonth = "2026-11-01T00:00:00Z";
const longAgo = firstIdAt(new Date("2025-12-24T10:20:30Z"));
const days = { from: new Date("2026-02-09T16:00:00Z"), to: new Date("2026-02-12T16:00:00Z") };

let test: TestDatabase;
let outletIds: string[];
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  outletIds = [];
  for (let outlet = 0; outlet < outletCount; outlet += 1) outletIds.push(await makeOutlet(test.owner));
  await sql`SELECT make_order_months('2025-11-01', ${newestMonth})`.execute(test.owner);
  await transact(test.owner, async (uow) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(uow);
    await sql`
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
        minutes, amount_minor, currency, started_at, ended_at)
      SELECT new_order_id(at), 'past-' || row_number() OVER (), at, 'chair-' || outlet || '-' || chair,
        (${outletIds}::text[])[outlet], CASE pay_type WHEN 'cash' THEN 'counter' ELSE pay_type END, pay_type, status, 1,
        10, 10000, 'PHP', at, at
      FROM generate_series(1, ${outletCount}::integer) AS outlet, generate_series(1, ${chairsEach}::integer) AS chair,
        generate_series(0, ${months - 1}::integer) AS month,
        jsonb_array_elements(${JSON.stringify([...common, ...rare])}::jsonb) WITH ORDINALITY AS pair (names, ordinal),
        LATERAL (SELECT names->>0 AS status, names->>1 AS pay_type, ${newestMonth}::timestamptz - month * interval '1 month'
          -- The orders spread over four weeks, at the same times in every test run.
          + ((outlet * 7919 + chair * 104729 + month * 1299709 + ordinal * 15485863) % 2419200) * interval '1 second' AS at) AS drawn
      WHERE ordinal <= ${common.length} OR (outlet, chair, month) = (1, 1, 6)`.execute(uow);
    await rollUpOrders(uow);
  });
  await sql`ANALYZE`.execute(test.owner);
});
afterAll(() => test.close());

interface Read {
  orders: number;
  ofOutlets: number;
  ofChairs: number;
  blocksOfChairs: number;
}

async function rowsOf(read: (db: TestDatabase["database"]) => Promise<unknown>): Promise<Read> {
  const plan = await planOf(test.database, read);
  return {
    orders: rowsRead(plan, (relation) => relation.startsWith("orders")),
    ofOutlets: rowsRead(plan, (relation) => relation === "outlet_order_rollup"),
    ofChairs: rowsRead(plan, (relation) => relation === "order_rollup"),
    blocksOfChairs: blocksRead(plan, (relation) => relation === "order_rollup"),
  };
}

// For each outlet, a page reads the cells of its months, of days in the newest months, and of quarter-hours in these
// days. Of its chairs, it reads about as many cells per grain as a page has orders.
const outletsOfPage = outletCount * 150;
const chairsOfPage = outletCount * 100;
/** Without a match, the query scans the chairs' whole index over the months, and reads no table rows. */
const blocksOfChairs = outletCount * 220;

describe("with 180 chairs, each with eight kinds of orders in each of thirteen months", () => {
  // The last element is the number of cells by chair that the total may read. It is null if the cells by outlet are
  // sufficient for the filter.
  const filters: [string, Partial<OrderFilter>, number | null][] = [
    ["a common status", { statuses: ["completed"] }, null],
    ["the normal statuses", { statuses: ["paid", "starting", "running", "completed"] }, null],
    ["two final statuses", { statuses: ["failed", "refunded"] }, null],
    ["an open status", { statuses: ["running"] }, null],
    ["a completed status and online payment", { statuses: ["completed"], payTypes: ["online"] }, null],
    [
      "a completed status and coupons for a free massage",
      { statuses: ["completed"], payTypes: ["coupon"] },
      null,
    ],
    [
      "a completed status and all payments in cash",
      { statuses: ["completed"], payTypes: ["cash", "coin", "cashCoupon"] },
      null,
    ],
    ["a payment method", { payTypes: ["online"] }, outletCount * chairsEach * months * 3],
    ["one of the payment methods in cash", { payTypes: ["coin"] }, outletCount * chairsEach * months + 1],
    ["a rare payment method in cash", { payTypes: ["cashCoupon"] }, 1],
    ["a rare combination", { statuses: ["failed"], payTypes: ["coin"] }, 1],
    ["a combination without orders", { statuses: ["cancelled"], payTypes: ["coupon"] }, 0],
    ["one chair", { deviceId: "chair-2-30" }, months * common.length],
    [
      "a rare combination at one chair",
      { deviceId: "chair-1-1", statuses: ["failed"], payTypes: ["coin"] },
      1,
    ],
    ["a status on some days", { range: days, statuses: ["failed"] }, null],
    ["a combination on some days", { range: days, statuses: ["refunded"], payTypes: ["cash"] }, chairsEach],
  ];

  it.each(filters)(
    "[ORD-1] a page filtered by %s reads a number of rows that depends on outlets and chairs, not on orders",
    async (_what, filter, chairCells) => {
      for (const before of [null, longAgo]) {
        const read = await rowsOf((db) => selectOrders(db, { outletIds, ...filter }, before, page));
        expect(read.orders).toBeLessThanOrEqual(outletCount * page + page + 60);
        expect(read.ofOutlets).toBeLessThanOrEqual(outletsOfPage);
        expect(read.ofChairs).toBeLessThanOrEqual(chairsOfPage);
        expect(read.blocksOfChairs).toBeLessThanOrEqual(chairCells === null ? 0 : blocksOfChairs);
      }
    },
  );

  it.each(filters)(
    "[ORD-1] the total filtered by %s reads no orders and only the necessary cells",
    async (_what, filter, chairCells) => {
      const read = await rowsOf((db) => countMatching(db, { outletIds, ...filter }));
      expect(read.orders).toBe(0);
      // A range of days can need cells of quarter-hours at its start and at its end.
      expect(read.ofOutlets).toBeLessThanOrEqual(outletCount * (filter.range === undefined ? months : 120));
      // PostgreSQL reports the rounded average number of rows for a plan node that it executes several times.
      expect(Math.floor(read.ofChairs)).toBeLessThanOrEqual(chairCells ?? 0);
      expect(read.blocksOfChairs).toBeLessThanOrEqual(chairCells === null ? 0 : blocksOfChairs);
    },
  );

  it.each(filters)(
    "[ORD-2] pages and total filtered by %s equal those of the order rows",
    async (_what, filter) => {
      const { deviceId = null, statuses = null, payTypes = null, range = null } = filter;
      const { rows } = await sql<{ id: string }>`
      SELECT order_id AS id FROM orders
      WHERE (${deviceId}::text IS NULL OR device_id = ${deviceId})
        AND (${statuses}::text[] IS NULL OR status = ANY(${statuses}::text[]))
        AND (${payTypes}::text[] IS NULL OR pay_type = ANY(${payTypes}::text[]))
        AND (${range?.from ?? null}::timestamptz IS NULL OR (ordered_at >= ${range?.from ?? null} AND ordered_at < ${range?.to ?? null}))
      ORDER BY order_id DESC`.execute(test.owner);
      const expected = rows.map((row) => row.id);
      const orderFilter = { outletIds, ...filter };
      expect(await countMatching(test.database, orderFilter)).toBe(expected.length);
      // The first two pages, one that begins within a month, and the last.
      for (const at of [0, page, Math.floor(expected.length / 2), Math.max(expected.length - page, 0)]) {
        const before = at === 0 ? null : (expected[at - 1] ?? null);
        const found = await selectOrders(test.database, orderFilter, before, page);
        expect(found.map((order) => order.orderId)).toEqual(
          before === null ? expected.slice(0, page) : expected.slice(at, at + page),
        );
      }
    },
  );
});
