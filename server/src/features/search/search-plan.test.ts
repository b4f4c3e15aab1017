import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { planOf, rowsRead } from "#test/database/query-plan.ts";
import {
  findOrdersByCoupon,
  findOrdersByEnd,
  findOrdersByMiddle,
  findOrdersByPayment,
  findOrdersOfDay,
} from "./search-store.ts";

// The timeouts are long, because machines that run tests are busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestDatabase;
let outletId: string;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const now = new Date("2026-11-21T04:07:00Z");
  await sql`SELECT make_order_months('2026-10-01', ${now})`.execute(test.owner);
  await sql`
    INSERT INTO coupon (coupon_id, code, property, created_at)
    SELECT gen_random_uuid(), 'C' || lpad(n::text, 6, '0'), 'free', ${now} FROM generate_series(1, 5000) n`.execute(
    test.owner,
  );
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
      gear, minutes, amount_minor, currency, coupon_id, ended_at, end_reason)
    SELECT new_order_id(at), to_char(at AT TIME ZONE 'UTC', 'YYMMDD') || '-' || lpad((n % 1000)::text, 4, '0') || '-'
        || lpad(n::text, 4, '0'), at,
      ${deviceId}, ${outletId}, 'online', 'online', 'completed', 1, 10, 100, 'PHP', coupon_id, at, 'finished'
    FROM (SELECT coupon_id, row_number() OVER () AS n FROM coupon) AS numbered,
      LATERAL (SELECT date_trunc('milliseconds', ${now}::timestamptz) - n * interval '10 minutes' AS at) AS moment`.execute(
    test.owner,
  );
  await sql`
    INSERT INTO payment (payment_id, order_id, provider, provider_ref, transaction_ref, amount_minor, currency, state,
      created_at, expires_at)
    SELECT gen_random_uuid(), order_id, 'stripe', 'cs_' || right(order_number, 4), 'pi_' || right(order_number, 4),
      100, 'PHP', 'confirmed', ordered_at, ordered_at
    FROM orders`.execute(test.owner);
  await sql`VACUUM ANALYZE`.execute(test.owner);
});
afterAll(() => test.close());

const day = {
  start: "261120",
  from: "01a1f640-bc00-0000-0000-000000000000",
  to: "01a1fb67-1800-0000-0000-000000000000",
};

it.each([
  { by: "the end of a number", read: findOrdersByEnd, text: "1234" },
  { by: "a payment", read: findOrdersByPayment, text: "PI_1234" },
  { by: "a coupon", read: findOrdersByCoupon, text: "C001234" },
])("[FIND-1] finds an order by $by through an index", async ({ read, text }) => {
  const nodes = await planOf(test.database, (db) => read(db, [outletId], text, 5));
  expect(nodes[0]?.["Actual Rows"]).toBe(1);
  for (const table of ["orders", "payment", "coupon"])
    expect(
      rowsRead(nodes, (name) => name.startsWith(table)),
      `rows of ${table}`,
    ).toBeLessThanOrEqual(20);
});

it("[FIND-1] finds the orders of a day by the beginning of their number, reading only this day", async () => {
  const nodes = await planOf(test.database, (db) => findOrdersOfDay(db, [outletId], day, 5));
  expect(nodes[0]?.["Actual Rows"]).toBe(5);
  expect(rowsRead(nodes, (name) => name.startsWith("orders"))).toBeLessThanOrEqual(200);
});

it("[FIND-1] finds orders of half a year by the middle of their number, reading only these orders", async () => {
  const middle = { middle: "0123", today: new Date("2026-11-21T00:00:00Z"), days: 186 };
  const nodes = await planOf(test.database, (db) => findOrdersByMiddle(db, [outletId], middle, 10));
  expect(nodes[0]?.["Actual Rows"]).toBe(5);
  expect(rowsRead(nodes, (name) => name.startsWith("orders"))).toBeLessThanOrEqual(20);
});
