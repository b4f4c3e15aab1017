import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { makeDevice, makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { planOf } from "#test/database/query-plan.ts";
import { selectCollections } from "./collections-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[CASH-4] reads the last collection of the previous page by its ID", async () => {
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const { accountId } = (await makeManager(test.owner, { outletIds: [outletId] })).caller;
  const afterId = randomUUID();
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
    SELECT CASE n WHEN 1000 THEN ${afterId}::uuid ELSE gen_random_uuid() END, 'collection', ${deviceId}, ${outletId},
      'PHP', 0, 0, 0, at, ${accountId}, at, ${accountId}
    FROM generate_series(1, 2000) AS n
    CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS at) AS times`.execute(
    test.owner,
  );
  await sql`ANALYZE cash_collection`.execute(test.owner);
  const range = { from: new Date("2026-01-01"), to: new Date("2027-01-01") };
  const plan = await planOf(test.database, (db) =>
    selectCollections(db, { outletIds: [outletId], range, deviceId: null }, afterId, 20),
  );
  const lookups = plan.filter((node) => node["Index Cond"]?.startsWith("(collection_id = "));
  expect(lookups).toMatchObject([{ "Relation Name": "cash_collection", "Actual Rows": 1 }]);
});
