import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { requestsOfOrder, selectRequests } from "./refund-requests-store.ts";

/** The permissions that existed before the migration under test. */
const oldPermissions = ["home", "details", "user"] as const;

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0027");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

it("[G-3] converts earlier requests to one open request per order, and requests with a refund to approved ones", async () => {
  const outlet = await makePricedOutlet(owner);
  const deviceId = await makeDevice(owner, outlet);
  const { caller } = await makeManager(owner, { outletIds: [outlet.outletId], permissions: oldPermissions });
  const order = () => makeOrder(owner, { ...outlet, deviceId, status: "completed" });
  const [open, given] = [await order(), await order()];
  const insertRequest = async (orderId: string, reference: string, answeredAt: string) => {
    const feedbackId = randomUUID();
    await sql`
      INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, account_id, problem, abnormal,
        media_count, state, answer, refund_requested_minor, created_at, answered_at)
      VALUES (${feedbackId}, ${reference}, ${orderId}, ${outlet.outletId}, ${deviceId}, ${caller.accountId},
        'It stopped', '', 0, 'answered', 'Sorry', 5000, ${answeredAt}, ${answeredAt})`.execute(owner);
    await sql`
      INSERT INTO audit_entry (at, actor, action, subject)
      VALUES (${answeredAt}, ${`manager:${caller.accountId}`}, 'feedback.answered', ${`feedback:${feedbackId}`})`.execute(
      owner,
    );
    return feedbackId;
  };
  const first = await insertRequest(open, "FB-0000-0001", "2026-11-01T10:00:00Z");
  await insertRequest(open, "FB-0000-0002", "2026-11-02T10:00:00Z");
  await insertRequest(given, "FB-0000-0003", "2026-11-01T10:00:00Z");
  await sql`
    INSERT INTO refund (refund_id, order_id, amount_minor, currency, reason, state, requested_at, returned_at)
    VALUES (${randomUUID()}, ${given}, 2000, 'PHP', 'byHand-1', 'returned', '2026-11-03T10:00:00Z',
      '2026-11-03T10:00:00Z')`.execute(owner);

  await migrate(earlier.connection);
  expect(await selectRequests(owner, { includeDecided: false, limit: 500 })).toMatchObject([
    { orderId: open, feedbackId: first, amountMinor: 5_000, requestedBy: caller.name, state: "requested" },
  ]);
  expect(await requestsOfOrder(owner, given)).toMatchObject([
    { state: "approved", amountMinor: 2_000, refundState: "returned" },
  ]);
});
