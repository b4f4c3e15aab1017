import { alertKinds } from "@reposo/contract/alerts/alert-kinds.ts";
import { calendarRange } from "#platform/time/calendar.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { incomeOfDevice } from "#features/revenue/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { planOf } from "#test/database/query-plan.ts";
import { selectQuarantined, selectRuns, selectStateTimes } from "./device-page-store.ts";
import { selectTimeline } from "./device-timeline-store.ts";

const chairs = 200;
const ordersPerChair = 300;
let test: TestDatabase;
let outletId: string;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  outletId = await makeOutlet(test.owner);
  await sql`
    INSERT INTO device (device_id, outlet_id, installed_at)
    SELECT 'Q' || lpad(n::text, 5, '0'), ${outletId}, now() - interval '1 year'
    FROM generate_series(1, ${chairs}) n`.execute(test.owner);
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
      gear, minutes, amount_minor, currency, started_at, ends_at, ended_at, end_reason)
    SELECT new_order_id(at), d.device_id || '-' || n, at, d.device_id, d.outlet_id, 'counter', 'cash', 'completed',
      1, 10, 100, 'PHP', at, at + interval '10 minutes', at + interval '10 minutes', 'finished'
    FROM device d, generate_series(1, ${ordersPerChair}) n,
      LATERAL (SELECT now() - n * interval '2 hours' AS at) AS ordered`.execute(test.owner);
  await sql`
    INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
    SELECT d.device_id, 'e', n, CASE n % 50 WHEN 0 THEN 'fault' ELSE 'coin' END, now() - n * interval '1 hour',
      false, '{}', now()
    FROM device d, generate_series(1, 500) n`.execute(test.owner);
  await sql`
    INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency, seconds,
      gear, occurred_at, received_at)
    SELECT d.device_id, 'e', n, d.outlet_id, 'r', 'rate', 100, 'PHP', 60, 1, now() - n * interval '1 minute', now()
    FROM device d, generate_series(1, 100) n`.execute(test.owner);
  await sql`
    INSERT INTO alert (alert_id, kind, cause, outlet_id, device_id, since, quantity, opened_at, resolved_at)
    SELECT gen_random_uuid(), 'chairOffline', d.device_id || n, d.outlet_id, d.device_id, at, 1, at, at
    FROM device d, generate_series(1, 100) n, LATERAL (SELECT now() - n * interval '1 day' AS at) AS opened`.execute(
    test.owner,
  );
  await sql`ANALYZE`.execute(test.owner);
}, 120_000);
afterAll(() => test.close());

describe(`with ${chairs} chairs, ${ordersPerChair} orders and 500 events each`, () => {
  const deviceId = "Q00100";
  const now = new Date();
  const weeks = { from: new Date(now.getTime() - 28 * 86_400_000), to: now };
  const month = { thisMonth: calendarRange("thisMonth", now, "Asia/Manila") };
  const of = () => ({ deviceId, outletId, atOutletSince: new Date(0), withCollections: true, alertKinds });
  const reads: [string, number, (db: TestDatabase["database"]) => Promise<unknown>][] = [
    ["a chair's runs of four weeks", 700, (db) => selectRuns(db, of(), weeks, now)],
    ["the times of a chair's state", 20, (db) => selectStateTimes(db, deviceId)],
    ["a chair's quarantined coins", 250, (db) => selectQuarantined(db, of())],
    ["a page of a chair's timeline", 150, (db) => selectTimeline(db, of(), null, 21)],
    [
      "a later page of a chair's timeline",
      150,
      (db) => selectTimeline(db, of(), { at: new Date(now.getTime() - 86_400_000), key: "x" }, 21),
    ],
    [
      "a chair's income of this month",
      3_000,
      (db) => incomeOfDevice(db, { ...of(), currency: "PHP" }, month),
    ],
  ];

  it.each(reads)("[CHAIR-1] reads %s by touching at most %i rows", async (_what, budget, select) => {
    const nodes = await planOf(test.database, select);
    const scans = nodes.filter(({ "Relation Name": name }) => name !== undefined);
    expect(scans.filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Rows"] > 0)).toEqual([]);
    const touched = scans.reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
    expect(touched).toBeGreaterThanOrEqual(0);
    expect(touched).toBeLessThanOrEqual(budget);
  });
});
