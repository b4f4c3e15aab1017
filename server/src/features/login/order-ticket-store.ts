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

/** A ticket that is unknown or too old grants nothing, and that is all it does. */
export async function grantByTicket(
  tx: Transaction,
  ticketHash: Buffer,
  customerId: string,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO customer_order_grant (customer_id, order_id)
    SELECT ${customerId}::uuid, order_id FROM order_ticket
    WHERE ticket_hash = ${ticketHash} AND expires_at > ${now}
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function forgetTickets(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM order_ticket WHERE expires_at < ${now}`.execute(db);
}
