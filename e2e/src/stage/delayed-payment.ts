import type { Network } from "./network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

/**
 * Changes the open payment of an order, or of an extension of it, as if the server had ended before the payment page
 * was opened and a later attempt had failed. The next attempt is due after the pause.
 */
export async function delayPaymentPage(
  { database, owner }: Pick<Network, "database" | "owner">,
  orderId: string,
  pauseSeconds: number,
): Promise<void> {
  const unpaid = await sql<{ order_id: string; parent_order_id: string | null }>`
    SELECT order_id, parent_order_id FROM orders
    WHERE status = 'unpaid'`.rows(database);
  const delayed = unpaid.filter((one) => one.order_id === orderId || one.parent_order_id === orderId);
  const { paymentId, unpaidId } = await sql<{ paymentId: string; unpaidId: string }>`
    SELECT payment_id AS "paymentId", order_id AS "unpaidId"
    FROM payment
    WHERE state = 'created' AND order_id = ANY (${delayed.map((one) => one.order_id)})`.firstRow(database);
  const retryAt = new Date(Date.now() + pauseSeconds * 1_000);
  await sql`
    UPDATE payment
    SET provider_ref = NULL, redirect_url = NULL, page_error = 'the payment provider is down', page_retry_at = ${retryAt}
    WHERE payment_id = ${paymentId}`.execute(owner);
  await sql`
    UPDATE outbox SET due_at = ${retryAt} WHERE kind = 'open-payment-page' AND subject = ${unpaidId}`.execute(
    owner,
  );
}
