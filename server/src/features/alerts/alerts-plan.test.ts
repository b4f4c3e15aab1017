import { alertKinds } from "@reposo/contract/alerts/alert-kinds.ts";
import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { planOf, plansOf, rowsRead } from "#test/database/query-plan.ts";
import { listOpenAlerts, listResolvedAlerts, selectOpenAlerts } from "./alerts-store.ts";
import { saveAbsences, selectOfflineChairs } from "./detection/absences-store.ts";
import { selectFailingStarts, selectPersistentFaults } from "./detection/causes-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { selectChairsInService } from "./detection/quiet-chairs-store.ts";

const chairs = 200;
const outlets = 10;
const ordersPerChair = 300;
const outletIds: string[] = [];
let test: TestDatabase;

/** Of the chairs, 5 % are offline, 5 % are faulty, and each had a resolved alert on each of 50 days. */
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  for (let outlet = 0; outlet < outlets; outlet++) outletIds.push(await makeOutlet(test.owner));
  await sql`
    INSERT INTO device (device_id, outlet_id, installed_at, online, fault, last_seen_at)
    SELECT 'Q' || lpad(n::text, 5, '0'), (${outletIds}::text[])[1 + n % ${outlets}], now() - interval '1 year',
      n % 20 <> 0, CASE WHEN n % 20 = 1 THEN 'E7' END, now()
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
    INSERT INTO device_absence (device_id, outlet_id, began_at, ended_at)
    SELECT d.device_id, d.outlet_id, at, CASE WHEN n > 0 OR d.online THEN at + interval '5 minutes' END
    FROM device d, generate_series(0, 50) n, LATERAL (SELECT now() - n * interval '1 day' AS at) AS began`.execute(
    test.owner,
  );
  await sql`
    INSERT INTO alert (alert_id, kind, cause, outlet_id, device_id, since, quantity, opened_at, resolved_at)
    SELECT gen_random_uuid(), 'chairOffline', d.device_id || n, d.outlet_id, d.device_id, at, 1, at,
      CASE WHEN n > 0 OR d.online THEN at END
    FROM device d, generate_series(0, 50) n, LATERAL (SELECT now() - n * interval '1 day' AS at) AS opened`.execute(
    test.owner,
  );
  await sql`
    INSERT INTO device_usual_income (device_id, outlet_id, computed_at, source, amounts_minor, starts)
    SELECT device_id, outlet_id, now(), 'chair', hours.values, hours.values
    FROM device, (SELECT array_agg(1::float8) AS values FROM generate_series(1, 168)) AS hours`.execute(
    test.owner,
  );
  await sql`VACUUM ANALYZE`.execute(test.owner);
}, 120_000);
afterAll(() => test.close());

describe(`with ${chairs} chairs, ${ordersPerChair} orders and 500 events each`, () => {
  const now = new Date();
  const ofOutlet = () => ({
    accountId: randomUUID(),
    outletIds: outletIds.slice(0, 1),
    kinds: alertKinds,
    deviceId: null,
  });
  const openFailing = () => [
    {
      deviceId: "Q00002",
      outletId: outletIds[2] as string,
      since: new Date(now.getTime() - 10 * 86_400_000),
    },
  ];
  const tenDays = { now, from: new Date(now.getTime() - 10 * 86_400_000), limit: 50 };
  const reads: [string, number, (db: TestDatabase["database"]) => Promise<unknown>][] = [
    ["chairs that are offline, with 60 days of absences", 12 * chairs, (db) => selectOfflineChairs(db, now)],
    ["failing starts of the last day", 30 * chairs, (db) => selectFailingStarts(db, now, 2, openFailing())],
    ["persistent faults", 3 * chairs, (db) => selectPersistentFaults(db, now)],
    // The budget counts each row in several plan nodes, because orders whose time differs from their ID are merged
    // in.
    ["running chairs with their third-last start", 36 * chairs, (db) => selectChairsInService(db)],
    ["open alerts", 20, (db) => selectOpenAlerts(db)],
    ["open alerts of an outlet", 60, (db) => listOpenAlerts(db, ofOutlet(), now)],
    ["resolved alerts of an outlet", 1_000, (db) => listResolvedAlerts(db, ofOutlet(), tenDays)],
  ];

  it.each(reads)("[ALERT-1] reads %s by touching at most %i rows", async (_, budget, select) => {
    const touched = rowsRead(await planOf(test.database, select), () => true);
    expect(touched).toBeGreaterThan(0);
    expect(touched).toBeLessThanOrEqual(budget);
  });
});

/** Simulates a failure of the broker, when PostgreSQL's statistics still describe a table without open absences. */
it("[ALERT-1] reads a few rows per chair when the absences of all chairs are saved together, and when they are saved again", async () => {
  const all = 2_000;
  const outage = await openTestDatabase({ poolSize: 1 });
  try {
    const outletId = await makeOutlet(outage.owner);
    await sql`
      INSERT INTO device (device_id, outlet_id, installed_at, online, last_seen_at)
      SELECT 'A' || lpad(n::text, 5, '0'), ${outletId}, now() - interval '1 year', false, now()
      FROM generate_series(1, ${all}) n`.execute(outage.owner);
    await sql`VACUUM ANALYZE`.execute(outage.owner);
    for (const expected of [all, 0]) {
      const plans = await transact(outage.database, (uow) =>
        plansOf(uow, (db) => saveAbsences(db, new Date())),
      );
      const nodes = plans.flat();
      expect(nodes.reduce((sum, node) => sum + (node["Tuples Inserted"] ?? 0), 0)).toBe(expected);
      const compared = nodes.reduce(
        (sum, node) => sum + (node["Rows Removed by Join Filter"] ?? 0) * node["Actual Loops"],
        0,
      );
      expect(rowsRead(nodes, () => true) + compared).toBeLessThanOrEqual(6 * all);
    }
  } finally {
    await outage.close();
  }
}, 60_000);
