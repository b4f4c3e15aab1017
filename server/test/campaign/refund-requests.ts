import { randomUUID } from "node:crypto";
import { requestRefund } from "@reposo/contract/orders/refunds.ts";
import { sql } from "#platform/postgres/sql.ts";
import { createPayments } from "#features/payments/index.ts";
import { approveRefund, refuseRefund } from "#features/orders/refunds/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { type CampaignWorld, callUntilAnswered, oneIn } from "./campaign-world.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Codes that are expected if nothing can be refunded. */
const expectedRefusals = new Set([20302]);
const actor = "operator";

/**
 * Requests the refund of an ended order as a manager, with retries while servers are killed. Two operators outside the
 * server approve or refuse the request concurrently, or the request stays undecided until the campaign ends.
 * @returns true if the server accepted the request
 */
export async function requestRefundAsManager(world: CampaignWorld, orderId: string): Promise<boolean> {
  const { database, owner } = world.test;
  const { token } = await makeManager(owner, { outletIds: [world.outlet.outletId] });
  const answer = await callUntilAnswered(
    world,
    requestRefund,
    { orderId, reason: "The rollers hurt", ...(oneIn(world, 2) && { amount: 1 }) },
    { "access-token": token, "idempotency-key": randomUUID() },
  );
  if (answer.code !== 200) {
    if (!expectedRefusals.has(answer.code))
      world.unexpected.push(`a manager's request is refused by ${answer.code}: ${answer.message}`);
    return false;
  }
  const clock = systemClock;
  const payments = createPayments({ database, clock, providers: [], wake: () => {} });
  const decide = () =>
    transact(
      database,
      async (uow): Promise<unknown> =>
        oneIn(world, 2)
          ? approveRefund(uow, { clock, payments }, { order: orderId, actor, note: null })
          : refuseRefund(uow, { clock }, { order: orderId, actor, reason: "It was in order" }),
    );
  if (!oneIn(world, 4)) await Promise.all([decide(), decide()]);
  return true;
}

/**
 * Compares accepted requests with stored requests: one per order, with a refund if it was approved. Returns differences.
 */
export async function compareRequests(
  { test }: CampaignWorld,
  accepted: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ orderId: string; requests: number; trail: number; wrong: number }>`
    SELECT q.order_id AS "orderId", count(*) AS requests,
      (SELECT count(*) FROM audit_entry a
        WHERE a.action = 'refund.requested' AND a.subject = 'order:' || q.order_id) AS trail,
      count(*) FILTER (WHERE (q.state = 'approved') <> (r.refund_id IS NOT NULL)
        OR r.amount_minor <> q.amount_minor OR r.order_id <> q.order_id) AS wrong
    FROM refund_request q LEFT JOIN refund r ON r.refund_id = q.refund_id
    GROUP BY q.order_id`.execute(test.database);
  const written = new Set(rows.map(({ orderId }) => orderId));
  return [
    ...rows
      .filter(({ requests, trail, wrong }) => requests !== 1 || trail !== 1 || wrong !== 0)
      .map((row) => `requests of order ${row.orderId}: ${JSON.stringify(row)}`),
    ...[...written]
      .filter((id) => !accepted.includes(id))
      .map((id) => `a request of order ${id} that no manager made`),
    ...accepted.filter((id) => !written.has(id)).map((id) => `the request of order ${id} is lost`),
  ];
}
