import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";

export async function insertTicket(
  tx: Transaction,
  ticketHash: Buffer,
  orderId: string,
  expiresAt: Date,
): Promise<void> {
  await sql`
    INSERT INTO order_ticket (ticket_hash, order_id, expires_at)
    VALUES (${ticketHash}, ${orderId}, ${expiresAt})`.execute(tx);
}

/**
 * Redeems a ticket: one delete decides, so of many browsers that present it one gets the grant. A ticket that is unknown,
 * expired or redeemed grants nothing.
 */
export async function redeemTicket(
  tx: Transaction,
  ticketHash: Buffer,
  customerId: string,
  { now, grantExpiresAt }: { readonly now: Date; readonly grantExpiresAt: Date },
): Promise<void> {
  await sql`
    WITH redeemed AS (
      DELETE FROM order_ticket WHERE ticket_hash = ${ticketHash} AND expires_at > ${now} RETURNING order_id
    )
    INSERT INTO customer_order_grant (customer_id, order_id, expires_at)
    SELECT ${customerId}::uuid, order_id, ${grantExpiresAt}::timestamptz FROM redeemed
    ON CONFLICT (customer_id, order_id) DO UPDATE SET expires_at = excluded.expires_at`.execute(tx);
}

export async function purgeTickets(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM order_ticket WHERE expires_at <= ${now}`.execute(db);
  await sql`DELETE FROM customer_order_grant WHERE expires_at <= ${now}`.execute(db);
}
