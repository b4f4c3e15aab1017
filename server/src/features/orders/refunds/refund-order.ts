import { closeCaseAbout } from "#features/cases/index.ts";
import { type Payments, findPaymentOfOrder, type RefundRecord } from "#features/payments/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { publishOrder } from "#features/orders/publish-order.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { addRefunded, lockOrder } from "#features/orders/orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** The reason identifies a refund within its order. */
export type RefundReason = "startFailed" | "chairsFault" | `byHand-${string}`;

/**
 * Refunds once per order and reason. Cash is recorded as refunded immediately, since the manager returns it. The caller
 * holds the order's lock.
 */
export async function refundOrder(
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
    return bookReturnedMoney(uow, order, refund, now);
  }
  const payment = await findPaymentOfOrder(uow, orderId);
  if (payment !== null) await payments.requestRefund(uow, { ...refund, paymentId: payment.paymentId });
}

export async function bookRefund(uow: UnitOfWork, refund: RefundRecord, now: Date): Promise<void> {
  const order = await lockOrder(uow, refund.orderId);
  if (order === null) return;
  await closeCaseAbout(uow, { kind: "refundFailed", subject: refund.refundId, closedAt: now });
  await bookReturnedMoney(uow, order, refund, now);
}

/**
 * Writes the negative ledger entry and the refunded sum, and moves a failed order to `refunded` once its whole amount
 * is returned.
 */
async function bookReturnedMoney(
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
  // The entry follows the move, since roll-ups are locked in a fixed order: order counts, then income.
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
  publishOrder(uow, order, now);
}
