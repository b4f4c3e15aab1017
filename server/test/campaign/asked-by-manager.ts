import { randomUUID } from "node:crypto";
import { requestRefund } from "@reposo/contract/refunds.ts";
import { sql } from "#platform/postgres/sql.ts";
import { createPayments } from "#features/payments/index.ts";
import { approveRefund, refuseRefund } from "#features/orders/refunds/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { type CampaignWorld, insist, oneIn } from "./campaign-world.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Nothing is left of it, or it took nothing. */
const usualRefusals = new Set([20302]);
const actor = "operator";

/**
 * A manager asks the operator for money of an order that is over, once however often a server dies under it; the
 * operator, beside the server, approves, refuses, or takes longer than the campaign does.
 * @returns whether the server said that it was asked
 */
export async function askAsManager(world: CampaignWorld, orderId: string): Promise<boolean> {
  const { database, owner } = world.test;
  const { token } = await makeManager(owner, { outletIds: [world.place.outletId] });
  const answer = await insist(
    world,
    requestRefund,
    { orderId, reason: "The rollers hurt", ...(oneIn(world, 2) && { amount: 1 }) },
    { "access-token": token, "idempotency-key": randomUUID() },
  );
  if (answer.code !== 200) {
    if (!usualRefusals.has(answer.code))
      world.surprises.push(`a manager's request is refused by ${answer.code}: ${answer.message}`);
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
          : refuseRefund(uow, { clock }, { order: orderId, actor, why: "It was in order" }),
    );
  // Two operators at the same moment: one of them decides.
  if (!oneIn(world, 4)) await Promise.all([decide(), decide()]);
  return true;
}

/** What managers asked for against what is written down: a request an order, and its refund where it was approved. */
export async function compareRequests({ test }: CampaignWorld, asked: readonly string[]): Promise<string[]> {
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
      .filter((id) => !asked.includes(id))
      .map((id) => `a request of order ${id} that nobody made`),
    ...asked.filter((id) => !written.has(id)).map((id) => `the request of order ${id} is lost`),
  ];
}
