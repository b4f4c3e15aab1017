import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { planOf } from "#test/database/query-plan.ts";
import { countMatching, countOrders, createOrderMonths } from "#features/orders/index.ts";
import { findLiveOrders, dueOrderIds, findOrder, lockOrders } from "#features/orders/record/orders-store.ts";
import { latestExtensions } from "#features/orders/record/extensions-store.ts";
import { firstIdAt, newIdAt } from "#platform/keys/ids-by-time.ts";

let test: TestDatabase;
let outletId: string;
let deviceId: string;
let runningId: string;
let oldId: string;
const now = new Date("2026-11-21T04:07:00.123Z");
const months = (db: TestDatabase["database"]) =>
  sql<{ name: string }>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'orders'::regclass ORDER BY 1`
    .execute(db)
    .then(({ rows }) => rows.map((row) => row.name));

const createMonths = (first: Date, last: Date) =>
  transact(test.database, (uow) => createOrderMonths(uow, first, last));

beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 2 });
  outletId = await makeOutlet(test.owner);
  deviceId = await makeDevice(test.owner, { outletId });
  await createMonths(new Date("2024-01-15T00:00:00Z"), now);
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, currency, ended_at, end_reason)
    SELECT new_order_id(at), n::text, at, ${deviceId}, ${outletId}, 'counter', 'cash', 'completed', 1, 10, 100, 'PHP', at,
      'finished'
    FROM generate_series(1, 7000) AS n, LATERAL (SELECT ${now}::timestamptz - n * interval '3 hours' AS at) AS ordered`.execute(
    test.owner,
  );
  runningId = newIdAt(now);
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, currency, started_at, ends_at, deadline_at)
    VALUES (${runningId}, 'running', ${now}, ${deviceId}, ${outletId}, 'counter', 'cash', 'running', 1, 10, 100, 'PHP',
      ${now}, ${now}, ${now})`.execute(test.owner);
  await sql`ANALYZE`.execute(test.owner);
  const old = await sql<{
    order_id: string;
  }>`SELECT order_id FROM orders WHERE order_number = '4000'`.execute(test.owner);
  oldId = old.rows[0]?.order_id as string;
});
afterAll(() => test.close());

/** Returns the partitions of orders that a statement has read. */
async function touched(read: (db: TestDatabase["database"]) => Promise<unknown>): Promise<string[]> {
  const nodes = await planOf(test.database, read);
  const names = nodes
    .filter((node) => node["Actual Loops"] > 0)
    .flatMap((node) => (node["Relation Name"]?.startsWith("orders") ? [node["Relation Name"]] : []));
  return [...new Set(names)].sort();
}

describe("orders partitioned by month", () => {
  it("[HOME-2] reads only the partitions of the requested months, even with three years of partitions", async () => {
    expect((await months(test.database)).length).toBeGreaterThan(34);
    const asTransaction = (db: TestDatabase["database"]) => ({
      ...db,
      defer() {},
      deferred: () => [],
      async flush() {},
    });
    expect(await touched((db) => findOrder(db, runningId))).toEqual(["orders_2026_11"]);
    expect(await touched((db) => findOrder(db, oldId))).toEqual(["orders_2025_07"]);
    expect(await touched((db) => lockOrders(asTransaction(db), [oldId]))).toEqual(["orders_2025_07"]);
    const run = { orderId: runningId, orderedAt: now };
    expect(await touched((db) => latestExtensions(db, run, 20))).toEqual(["orders_2026_11"]);
    expect(await touched((db) => lockOrders(asTransaction(db), [oldId, runningId]))).toEqual([
      "orders_2025_07",
      "orders_2026_11",
    ]);
    expect(await touched((db) => findLiveOrders(db, [deviceId]))).toEqual([]);
    expect(await touched((db) => dueOrderIds(db, now, { limit: 100 }))).toEqual([]);
    const today = { from: new Date("2026-11-20T16:00:00Z"), to: new Date("2026-11-21T16:00:00Z") };
    expect(await touched((db) => countOrders(db, [outletId], today))).toEqual([]);
    expect(await touched((db) => countMatching(db, { outletIds: [outletId] }))).toEqual([]);
    const page = (db: TestDatabase["database"]) =>
      sql`SELECT order_id FROM orders WHERE outlet_id = ${outletId} AND order_id < ${firstIdAt(now)}::uuid
        AND order_id >= ${firstIdAt(new Date("2026-10-10T00:00:00Z"))}::uuid ORDER BY order_id DESC LIMIT 500`.execute(
        db,
      );
    expect(await touched(page)).toEqual(["orders_2026_10", "orders_2026_11"]);
  });

  it("[G-2] finds the live order of a chair and the orders with an expired deadline", async () => {
    expect(await findLiveOrders(test.database, [deviceId])).toEqual([{ orderId: runningId, deviceId }]);
    expect(await dueOrderIds(test.database, now, { limit: 100 })).toEqual([runningId]);
    expect(
      await countOrders(test.database, [outletId], {
        from: new Date("2026-11-21T03:00:00Z"),
        to: new Date("2026-11-21T05:00:00Z"),
      }),
    ).toEqual({ normal: 1, abnormal: 0, unpaid: 0 });
  });

  it("creates the partition of a month once, even for repeated and concurrent requests", async () => {
    const far = new Date("2031-05-05T00:00:00Z");
    const made = await Promise.all([1, 2].map(() => createMonths(far, new Date("2031-07-31T23:59:59Z"))));
    expect(made.sort((a, b) => a - b)).toEqual([0, 3]);
    expect(await months(test.database)).toEqual(expect.arrayContaining(["orders_2031_05", "orders_2031_07"]));
  });

  it("creates the partition of a month at the second attempt after a deadlock with a running transaction", async () => {
    const at = new Date("2032-05-05T00:00:00Z");
    const other = await test.owner.reserve();
    try {
      await other.query("BEGIN");
      // PostgreSQL aborts the transaction that detects the deadlock, so this one must not detect it.
      await other.query("SET LOCAL deadlock_timeout = '5min'");
      await other.query("LOCK TABLE ledger_entry IN ROW EXCLUSIVE MODE");
      const created = createMonths(at, at);
      await vi.waitFor(async () => {
        const waiting = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE '%make_order_months%'`.execute(test.owner);
        expect(waiting.rows).toHaveLength(1);
      }, 30_000);
      await other.query("LOCK TABLE orders_outside IN ACCESS SHARE MODE");
      await other.query("COMMIT");
      expect(await created).toBe(1);
    } finally {
      other.release(true);
    }
  });

  it("stores an order of a month without a partition in the default partition, and leaves it there", async () => {
    const at = new Date("2022-02-03T04:05:06.789Z");
    const orderId = newIdAt(at);
    await sql`
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
        minutes, amount_minor, currency) VALUES (${orderId}, 'late', ${at}, ${deviceId}, ${outletId}, 'coin', 'coin',
        'completed', 1, 0, 100, 'PHP')`.execute(test.owner);
    expect(await touched((db) => findOrder(db, orderId))).toEqual(["orders_outside"]);
    expect(await createMonths(at, at)).toBe(0);
    expect((await findOrder(test.database, orderId))?.orderedAt).toEqual(at);
  });

  it("refuses an ID whose time differs from the time of the order", async () => {
    const orderId = newIdAt(new Date(now.getTime() + 1));
    await expect(
      sql`INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
        minutes, amount_minor, currency) VALUES (${orderId}, 'liar', ${now}, ${deviceId}, ${outletId}, 'counter', 'cash',
        'completed', 1, 0, 100, 'PHP')`.execute(test.owner),
    ).rejects.toThrow("orders_id_holds_time");
  });
});
