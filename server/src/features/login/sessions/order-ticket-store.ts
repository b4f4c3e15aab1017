import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hashToken, newToken } from "./session-tokens.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const ticketMs = 60 * 60 * 1000;

/**
 * Duration of the access that a ticket grants to an order: sufficient for a massage, its extensions, and a complaint.
 */
export const grantMs = 24 * 60 * 60 * 1000;

/**
 * Issues a ticket for the URL to which a payment page returns the customer, because a wallet app may open it in
 * another browser. The first browser that redeems the ticket within one hour gets the rights of the order's
 * customer for 24 hours: view, stop, and extend the order, and send feedback. A ticket can be redeemed once,
 * because the URL may be logged or forwarded. Each payment page of an order and of its extensions has its own ticket.
 */
export async function issueTicket(uow: UnitOfWork, clock: Clock, orderId: string): Promise<string> {
  const ticket = newToken();
  await sql`
    INSERT INTO order_ticket (ticket_hash, order_id, expires_at)
    VALUES (${hashToken(ticket)}, ${orderId}, ${new Date(clock.now().getTime() + ticketMs)})`.execute(uow);
  return ticket;
}

/**
 * Redeems a ticket by deleting all tickets of its order, because the payer has returned. The lock ensures that only one
 * browser can redeem one of them.
 * @returns the ID of the ticket's order; null if the ticket is unknown or expired, or a ticket of its order was redeemed
 */
export async function redeemTicket(uow: UnitOfWork, ticketHash: Buffer, now: Date): Promise<string | null> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('tickets ' || order_id, 0)) FROM order_ticket
    WHERE ticket_hash = ${ticketHash}`.execute(uow);
  const [redeemed] = await sql<{ orderId: string }>`
    DELETE FROM order_ticket WHERE order_id =
      (SELECT order_id FROM order_ticket WHERE ticket_hash = ${ticketHash} AND expires_at > ${now})
    RETURNING order_id AS "orderId"`.rows(uow);
  return redeemed?.orderId ?? null;
}

/** Grants a customer access to an order until `expiresAt`, and replaces an earlier grant for the same order. */
export async function grantOrder(
  uow: UnitOfWork,
  { customerId, orderId, expiresAt }: { customerId: string; orderId: string; expiresAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO customer_order_grant (customer_id, order_id, expires_at)
    VALUES (${customerId}, ${orderId}, ${expiresAt})
    ON CONFLICT (customer_id, order_id) DO UPDATE SET expires_at = excluded.expires_at`.execute(uow);
}

export async function purgeTickets(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM order_ticket WHERE expires_at <= ${now}`.execute(db);
  await sql`DELETE FROM customer_order_grant WHERE expires_at <= ${now}`.execute(db);
}
