import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { planOf } from "#test/database/query-plan.ts";
import { deviceIdsOf, orderNumbersOf } from "./statistics-store.ts";

// The timeouts are long, because machines that run tests are busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestDatabase;
let outletId: string;
let orderIds: string[];
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  outletId = await makeOutlet(test.owner);
  const elsewhere = await makeOutlet(test.owner);
  await sql`
    INSERT INTO device (device_id, outlet_id, installed_at)
    SELECT 'P' || lpad(n::text, 6, '0'), CASE WHEN n % 100 = 0 THEN ${outletId} ELSE ${elsewhere} END, now()
    FROM generate_series(1, 5000) n`.execute(test.owner);
  // The time is well within its month: at the start of a month, the planner would scan its small partition completely.
  const now = new Date("2026-11-21T04:07:00Z");
  await sql`SELECT make_order_months('2026-11-01', ${now})`.execute(test.owner);
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
      gear, minutes, amount_minor, currency, ended_at, end_reason)
    SELECT new_order_id(at), 'N' || n, at, 'P000100', ${outletId}, 'counter', 'cash', 'completed', 1, 10, 100, 'PHP',
      at, 'finished'
    FROM generate_series(1, 5000) n,
      LATERAL (SELECT date_trunc('milliseconds', ${now}::timestamptz) - n * interval '5 minutes' AS at) moment`.execute(
    test.owner,
  );
  orderIds = [];
  for (let n = 0; n < 20; n += 1)
    orderIds.push(
      await makeOrder(test.owner, { outletId, deviceId: "P000100", status: "completed", orderedAt: now }),
    );
  await sql`VACUUM ANALYZE`.execute(test.owner);
});
afterAll(() => test.close());

it("[DET-1] finds the chairs of an outlet without reading those of other outlets", async () => {
  const nodes = await planOf(test.database, (db) => deviceIdsOf(db, outletId));
  const scans = nodes.filter((node) => node["Relation Name"] === "device");
  expect(scans.map((node) => [node["Node Type"], node["Actual Rows"]])).toEqual([["Index Only Scan", 50]]);
});

it("[DET-1] finds order numbers by order IDs, reading only the partitions of the IDs' months", async () => {
  const nodes = await planOf(test.database, (db) => orderNumbersOf(db, orderIds));
  const scans = nodes.filter(
    (node) => node["Relation Name"]?.startsWith("orders") && node["Actual Loops"] > 0,
  );
  const touched = scans.reduce(
    (sum, scan) => sum + (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"],
    0,
  );
  expect(touched).toBe(20);
  for (const scan of scans.filter((one) => one["Actual Rows"] > 0))
    expect(scan["Node Type"]).toMatch(/^(Index|Bitmap)/);
});
