import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { planOf } from "#test/database/query-plan.ts";
import { countFeedback } from "./feedback-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[FB-1] counts open feedback without reading answered feedback", async () => {
  const outlet = await makePricedOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, outlet);
  const { caller } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const orderId = await makeOrder(test.owner, { ...outlet, deviceId, status: "completed" });
  await sql`
    INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, account_id, problem, abnormal,
      media_count, state, answer, created_at, answered_at)
    SELECT gen_random_uuid(), 'FB-0000-' || lpad(n::text, 4, '0'), ${orderId}, ${outlet.outletId}, ${deviceId},
      ${caller.accountId}, 'It stopped', '', 0, CASE WHEN n <= 3 THEN 'sent' ELSE 'answered' END,
      CASE WHEN n > 3 THEN 'Sorry' END, now(), CASE WHEN n > 3 THEN now() END
    FROM generate_series(1, 5000) n`.execute(test.owner);
  await sql`VACUUM ANALYZE feedback`.execute(test.owner);

  const filter = {
    outletIds: [outlet.outletId],
    states: ["sent", "lookedAt"] as const,
    deviceId: null,
  };
  expect(await countFeedback(test.database, filter)).toBe(3);
  const nodes = await planOf(test.database, (db) => countFeedback(db, filter));
  const read = nodes.filter((node) => node["Relation Name"] === "feedback");
  expect(read).toHaveLength(1);
  expect(read[0]?.["Actual Rows"]).toBe(3);
  expect(read[0]?.["Rows Removed by Filter"] ?? 0).toBe(0);
});
