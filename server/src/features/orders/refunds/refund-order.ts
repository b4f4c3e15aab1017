import { closeCaseAbout } from "#features/cases/index.ts";
import { type Payments, findPaymentOfOrder, type RefundRecord } from "#features/payments/index.ts";
import { bookRevenue } from "#features/revenue/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { addRefunded, lockOrder } from "#features/orders/orders-store.ts";

/** Why money goes back; with the order it names one refund. */
export type RefundReason = "startFailed" | "chairsFault" | `byHand-${string}`;

/**
 * Begins to give money back: a payment through the outbox, by its company; what was handed over in person at once,
 * since it lies in the manager's hand. Once an order and reason. The caller holds the order's lock.
 */
export async function returnMoney(
  tx: Transaction,
  { payments }: { readonly payments: Payments },
  order: OrderRecord,
  { amountMinor, reason }: { readonly amountMinor: number; readonly reason: RefundReason },
  now: Date,
): Promise<void> {
  const { orderId, currency } = order;
  const refund = { orderId, amountMinor, currency, reason };
  if (order.payType !== "online") {
    await payments.recordCashRefund(tx, refund, now);
    return markReturned(tx, order, refund, now);
  }
  const payment = await findPaymentOfOrder(tx, orderId);
  if (payment !== null) await payments.requestRefund(tx, { ...refund, paymentId: payment.paymentId });
}

/** A refund has arrived, in whatever way: its order is told, and nobody has to look after it any more. */
export async function bookRefund(tx: Transaction, refund: RefundRecord, now: Date): Promise<void> {
  const order = await lockOrder(tx, refund.orderId);
  if (order === null) return;
  await closeCaseAbout(tx, { kind: "refundFailed", subject: refund.refundId, closedAt: now });
  await markReturned(tx, order, refund, now);
}

/** The money is back: the negative entry, the sum on the order, and `refunded` once all of it is. */
export async function markReturned(
  tx: Transaction,
  order: OrderRecord,
  { amountMinor, reason }: Pick<RefundRecord, "amountMinor" | "reason">,
  now: Date,
): Promise<void> {
  await addRefunded(tx, order.orderId, amountMinor);
  if (order.status === "failed" && order.refundedMinor + amountMinor === order.amountMinor)
    await moveOrder(tx, {
      orderId: order.orderId,
      from: "failed",
      to: "refunded",
      cause: "moneyReturned",
      at: now,
      deadlineAt: null,
    });
  // After the order moved, as everywhere: counts before money.
  await bookRevenue(
    tx,
    {
      orderId: order.orderId,
      outletId: order.outletId,
      deviceId: order.deviceId,
      channel: order.payType === "online" ? "online" : "cash",
      currency: order.currency,
      amountMinor: -amountMinor,
      source: "refund",
      sourceId: `${order.orderId}:${reason}`,
      occurredAt: now,
    },
    now,
  );
  await announceOrder(tx, order, now);
}
