import { type PaymentRecord, ProviderRefusedError } from "#features/payments/index.ts";
import { cancelOrder } from "#features/orders/execution/cancel-order.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { lockOrder } from "#features/orders/orders-store.ts";
import { returnUrlOf } from "./return-address.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Longer than whoever placed the order takes to begin its payment. */
const abandonedAfterMs = 30_000;

/**
 * Asks the payment company for the order's page and keeps it. Of several who do so at once one page is kept and shown;
 * the others are never seen by anyone. A page of an order that has ended meanwhile is closed at once.
 * @throws ProviderRefusedError where the company will never open one
 */
export async function beginPayment(
  parts: OrderParts,
  order: Pick<OrderRecord, "orderId" | "orderNumber" | "parentOrderId"> & { paymentId: string },
): Promise<PaymentRecord> {
  const { database, payments } = parts;
  const { orderId, paymentId } = order;
  const begun = await payments.openPage(paymentId, order.orderNumber, await returnUrlOf(parts, order));
  await transact(database, async (uow) => {
    // Whoever ends the order either finds the page, or is waited for here and found to have ended it.
    const locked = await lockOrder(uow, orderId);
    await payments.storePage(uow, paymentId, begun);
    if (locked?.status !== "unpaid") await payments.scheduleExpiry(uow, orderId);
  });
  const kept = await payments.findPayment(paymentId);
  if (kept === null) throw new Error(`payment ${paymentId} is gone`);
  return kept;
}

/**
 * The payment of an order that somebody follows. Where the server died between the order and its page, the page is
 * opened now. An attempt that fails is repeated after a pause, by the first who follows the order then; an order whose
 * page the company refuses to open is cancelled, since it can never be paid.
 */
export async function paymentToFollow(parts: OrderParts, order: OrderRecord): Promise<PaymentRecord | null> {
  if (order.status !== "unpaid") return null;
  const { database, clock, payments, log } = parts;
  const payment = await payments.findPaymentOfOrder(order.orderId);
  if (payment === null || payment.providerRef !== null || payment.state !== "created") return payment;
  const now = clock.now();
  if (now.getTime() - payment.createdAt.getTime() < abandonedAfterMs || now >= payment.expiresAt)
    return payment;
  const { paymentId, provider } = payment;
  const due = { now, createdBefore: later(now, -abandonedAfterMs) };
  const attempt = await transact(database, (uow) => payments.claimPageAttempt(uow, paymentId, due));
  if (attempt === null) return payment;
  try {
    return await beginPayment(parts, { ...order, paymentId });
  } catch (error) {
    log.warn({ err: error, orderId: order.orderId, provider, attempt }, "a payment page could not be opened");
    await recordFailure(parts, order, paymentId, error);
    return payments.findPayment(paymentId);
  }
}

async function recordFailure(
  parts: OrderParts,
  { orderId }: OrderRecord,
  paymentId: string,
  error: unknown,
): Promise<void> {
  await transact(parts.database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    await parts.payments.recordPageError(
      uow,
      paymentId,
      error instanceof Error ? error.message : String(error),
    );
    if (error instanceof ProviderRefusedError && order?.status === "unpaid")
      await cancelOrder(uow, parts, order, "paymentRefused", parts.clock.now());
  });
  parts.wake();
}
