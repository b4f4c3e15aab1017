import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeDevice, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { findOrder } from "#features/orders/record/orders-store.ts";

let test: TestDatabase;
let owner: Database;
beforeAll(async () => {
  test = await sharedTestDatabase();
  ({ owner } = test);
});
afterAll(() => test.close());

it.each([
  ["two that are on their way", ["onItsWay 1000", "onItsWay 2000"], "onItsWay 3000"],
  [
    "an earlier one that is on its way, and one that was returned",
    ["onItsWay 1000", "returned 2000"],
    "onItsWay 1000",
  ],
  ["one that the provider has not accepted yet", ["onItsWay 1000", "requested 2000"], "requested 3000"],
  ["one of two that needs attention", ["needsAttention 1000", "onItsWay 2000"], "requested 3000"],
  ["two that need attention", ["needsAttention 1000", "needsAttention 2000"], "needsAttention 3000"],
  ["two that were returned", ["returned 1000", "returned 2000"], "returned 2000"],
])("[G-3] [START-5] shows the pending refunds of an order as one: %s", async (_, refunds, shown) => {
  const outlet = await makePricedOutlet(owner);
  const deviceId = await makeDevice(owner, outlet);
  const orderId = await makeOrder(owner, { ...outlet, deviceId, status: "completed" });
  for (const [minute, refund] of refunds.entries()) {
    const [state, amount] = refund.split(" ");
    const at = `2026-11-03T10:0${minute}:00Z`;
    const returnedAt = state === "returned" ? at : null;
    await sql`
      INSERT INTO refund (refund_id, order_id, amount_minor, currency, reason, state, requested_at, returned_at)
      VALUES (${randomUUID()}, ${orderId}, ${Number(amount)}, 'PHP', ${`byHand-${minute}`}, ${state}, ${at},
        ${returnedAt})`.execute(owner);
  }
  const found = await findOrder(owner, orderId);
  expect(`${found?.refund?.state} ${found?.refund?.amountMinor}`).toBe(shown);
});
