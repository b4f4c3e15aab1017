import { maxOpenAlerts, maxResolvedAlerts } from "@reposo/contract/alerts/alerts.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createListAlerts } from "./list-alerts.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const now = new Date("2026-11-21T08:00:00Z");
const open = 130;
const resolved = 60;

it("[ALERT-3] lists the first alerts of an outage and the number of all, snoozed ones last", async () => {
  const outletId = await makeOutlet(test.owner);
  const other = await makeOutlet(test.owner);
  const { caller } = await makeManager(test.owner, { outletIds: [outletId, other] });
  await sql`
    INSERT INTO alert (alert_id, kind, cause, outlet_id, since, quantity, amount_minor, opened_at, resolved_at,
      final_cost_minor)
    SELECT gen_random_uuid(), 'coinsDiffer', 'alert ' || n, ${outletId}, ${now}::timestamptz - interval '2 hours', 1, n * 100,
      ${now}::timestamptz - interval '2 hours', CASE WHEN n > ${open} THEN ${now}::timestamptz - interval '1 hour' END,
      CASE WHEN n > ${open} THEN n * 100 END
    FROM generate_series(1, ${open + resolved}) n`.execute(test.owner);
  const { accountId } = caller;
  // The ten most expensive alerts are snoozed.
  await sql`
    INSERT INTO alert_snooze (alert_id, account_id, until, quantity)
    SELECT alert_id, ${accountId}::uuid, ${now}::timestamptz + interval '1 hour', 1 FROM alert
    WHERE outlet_id = ${outletId} AND resolved_at IS NULL AND amount_minor > ${(open - 10) * 100}`.execute(
    test.owner,
  );
  const list = createListAlerts({
    database: test.database,
    clock: { now: () => now, sleep: async () => undefined },
  });

  const ofOpen = await list(caller, {});
  expect(ofOpen).toMatchObject({ total: open, active: open - 10 });
  expect(ofOpen.alerts.map(({ amount }) => amount)).toEqual(
    Array.from({ length: maxOpenAlerts }, (_, index) => (open - 10 - index) * 100),
  );
  const ofResolved = await list(caller, { state: "resolved" });
  expect(ofResolved).toMatchObject({ total: resolved, active: 0 });
  expect(ofResolved.alerts).toHaveLength(maxResolvedAlerts);
  expect(await list(caller, { areaId: [other] })).toMatchObject({ alerts: [], total: 0, active: 0 });
});
