import type { PaymentRecord } from "#features/payments/index.ts";
import { transact } from "#platform/transactions.ts";
import type { OrderRecord } from "./order-record.ts";
import type { OrderParts } from "./orders-parts.ts";
import { returnUrlOf } from "./return-address.ts";

type Parts = Pick<OrderParts, "database" | "clock" | "payments" | "publicUrl">;

/** Longer than whoever placed the order takes to begin its payment. */
const abandonedAfterMs = 30_000;

/**
 * Asks the payment company for the order's page and keeps it. Of several who do so at once one page is kept and shown;
 * the others are never seen by anyone.
 */
export async function beginPayment(
  parts: Parts,
  order: Pick<OrderRecord, "orderId" | "orderNumber" | "parentOrderId"> & { paymentId: string },
): Promise<PaymentRecord> {
  const { database, payments } = parts;
  const { paymentId } = order;
  const begun = await payments.begin(paymentId, order.orderNumber, await returnUrlOf(parts, order));
  await transact(database, (tx) => payments.keep(tx, paymentId, begun));
  const kept = await payments.findPayment(paymentId);
  if (kept === null) throw new Error(`payment ${paymentId} is gone`);
  return kept;
}

/**
 * The payment of an order that somebody follows. Where the server died between the order and its page, the page is
 * asked for now; until the company answers, there is none to show.
 */
export async function paymentToFollow(parts: Parts, order: OrderRecord): Promise<PaymentRecord | null> {
  if (order.status !== "unpaid") return null;
  const payment = await parts.payments.findPaymentOfOrder(order.orderId);
  if (payment === null || payment.providerRef !== null || payment.state !== "created") return payment;
  const age = parts.clock.now().getTime() - payment.createdAt.getTime();
  if (age < abandonedAfterMs) return payment;
  return beginPayment(parts, { ...order, paymentId: payment.paymentId }).catch(() => payment);
}
