import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { selectGifts } from "./gift-coupons-store.ts";

/** Permissions that existed before the migration under test. */
const oldPermissions = ["home", "details", "user"] as const;

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0043");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

it("[FB-4] lists coupons that managers gave before limits existed, with the manager's name", async () => {
  const outlet = await makePricedOutlet(owner);
  const deviceId = await makeDevice(owner, outlet);
  const { caller } = await makeManager(owner, { outletIds: [outlet.outletId], permissions: oldPermissions });
  const orderId = await makeOrder(owner, { ...outlet, deviceId, status: "completed" });
  await sql`INSERT INTO coupon (coupon_id, code, property, uses_taken, created_at)
    VALUES (gen_random_uuid(), 'OLD-GIFT', 'free', 1, now())`.execute(owner);
  const add = async (reference: string, couponCode: string | null) => {
    const feedbackId = randomUUID();
    await sql`
      INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, account_id, problem, abnormal,
        media_count, state, answer, coupon_code, created_at, answered_at)
      VALUES (${feedbackId}, ${reference}, ${orderId}, ${outlet.outletId}, ${deviceId}, ${caller.accountId},
        'It stopped', '', 0, 'answered', 'Sorry', ${couponCode}, '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z')`.execute(
      owner,
    );
    await sql`
      INSERT INTO audit_entry (at, actor, action, subject, detail)
      VALUES ('2026-11-02T10:00:00Z', ${`manager:${caller.accountId}`}, 'feedback.answered',
        ${`feedback:${feedbackId}`}, ${JSON.stringify({ answer: "Sorry", couponCode })}::jsonb)`.execute(
      owner,
    );
  };
  await add("FB-0000-0001", "OLD-GIFT");
  await add("FB-0000-0002", null);

  await migrate(earlier.connection);
  const filter = { outletIds: [outlet.outletId], states: null };
  expect(await selectGifts(owner, filter, { afterId: null, limit: 10 })).toMatchObject([
    {
      reference: "FB-0000-0001",
      state: "given",
      valueMinor: null,
      couponCode: "OLD-GIFT",
      givenBy: "Maria Santos",
      redeemed: true,
      createdAt: new Date("2026-11-02T10:00:00Z"),
    },
  ]);
});
