import { closeCaseAbout } from "#features/cases/index.ts";
import { type Payments, findPaymentOfOrder, type RefundRecord } from "#features/payments/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { addRefunded, lockOrder } from "#features/orders/orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Why money goes back; with the order it names one refund. */
export type RefundReason = "startFailed" | "chairsFault" | `byHand-${string}`;

/**
 * Begins to give money back: a payment through the outbox, by its company; what was handed over in person at once,
 * since it lies in the manager's hand. Once an order and reason. The caller holds the order's lock.
 */
export async function returnMoney(
  uow: UnitOfWork,
  { payments }: { readonly payments: Payments },
  order: OrderRecord,
  { amountMinor, reason }: { readonly amountMinor: number; readonly reason: RefundReason },
  now: Date,
): Promise<void> {
  const { orderId, currency } = order;
  const refund = { orderId, amountMinor, currency, reason };
  if (order.payType !== "online") {
    await payments.recordCashRefund(uow, refund, now);
    return markReturned(uow, order, refund, now);
  }
  const payment = await findPaymentOfOrder(uow, orderId);
  if (payment !== null) await payments.requestRefund(uow, { ...refund, paymentId: payment.paymentId });
}

/** A refund has arrived, in whatever way: its order is told, and nobody has to look after it any more. */
export async function bookRefund(uow: UnitOfWork, refund: RefundRecord, now: Date): Promise<void> {
  const order = await lockOrder(uow, refund.orderId);
  if (order === null) return;
  await closeCaseAbout(uow, { kind: "refundFailed", subject: refund.refundId, closedAt: now });
  await markReturned(uow, order, refund, now);
}

/** The money is back: the negative entry, the sum on the order, and `refunded` once all of it is. */
export async function markReturned(
  uow: UnitOfWork,
  order: OrderRecord,
  { amountMinor, reason }: Pick<RefundRecord, "amountMinor" | "reason">,
  now: Date,
): Promise<void> {
  await addRefunded(uow, order.orderId, amountMinor);
  if (order.status === "failed" && order.refundedMinor + amountMinor === order.amountMinor)
    moveOrder(uow, {
      orderId: order.orderId,
      from: "failed",
      to: "refunded",
      cause: "moneyReturned",
      at: now,
      deadlineAt: null,
    });
  // After the order moved, as everywhere: counts before money.
  addLedgerEntry(
    uow,
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
  announceOrder(uow, order, now);
}
