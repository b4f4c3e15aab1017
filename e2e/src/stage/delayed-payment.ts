import type { Network } from "./network.ts";

/**
 * Leaves the open payment of an order, or of an extension of it, as after a server that ended before its page was open
 * and an attempt since that failed. The next attempt is due after the pause.
 */
export async function delayPaymentPage(
  { database }: Pick<Network, "database">,
  orderId: string,
  pauseSeconds: number,
): Promise<void> {
  const unpaid = await database
    .selectFrom("orders")
    .select(["order_id", "parent_order_id"])
    .where("status", "=", "unpaid")
    .execute();
  const delayed = unpaid.filter((one) => one.order_id === orderId || one.parent_order_id === orderId);
  const { payment_id: paymentId } = await database
    .selectFrom("payment")
    .select("payment_id")
    .where("state", "=", "created")
    .where(
      "order_id",
      "in",
      delayed.map((one) => one.order_id),
    )
    .executeTakeFirstOrThrow();
  const now = Date.now();
  await database
    .updateTable("payment")
    .set({
      provider_ref: null,
      redirect_url: null,
      created_at: new Date(now - 60_000),
      page_attempts: 1,
      page_error: "the payment company is down",
      page_retry_at: new Date(now + pauseSeconds * 1_000),
    })
    .where("payment_id", "=", paymentId)
    .execute();
}
