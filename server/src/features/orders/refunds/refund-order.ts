import { closeCaseAbout } from "#features/cases/index.ts";
import { findPaymentOfOrder, type RefundRecord } from "#features/payments/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { moveOrder } from "#features/orders/record/order-moves-store.ts";
import { publishOrder } from "#features/orders/record/record-order-change.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { addRefunded, lockOrder } from "#features/orders/record/orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Identifies a refund within its order, so that an order has at most one refund per reason. `startFailed`: the order
 * failed. `chairsFault`: a fault or power loss ended the massage early. `stoppedByManager`: a manager stopped the
 * massage. `transferEnded`: minutes that neither the failed chair nor the one of the transfer ran. `byHand-…`: a manual
 * refund, with its idempotency key. `atProvider-…`: a refund that a person made in the provider's console, with the
 * provider's ID. `disputeWon-…`: the money of a failed order that its dispute had withdrawn, with the dispute's ID.
 */
export type RefundReason =
  | "startFailed"
  | "chairsFault"
  | "stoppedByManager"
  | "transferEnded"
  | `byHand-${string}`
  | `atProvider-${string}`
  | `disputeWon-${string}`;

export type RefundDependencies = Pick<OrderDependencies, "clock" | "payments">;

/**
 * Refunds an order, at most once per reason. An online refund goes through the outbox. Any other refund is recorded as
 * returned immediately, because a manager returns cash in person. The caller holds the order's lock.
 */
export async function refundOrder(
  uow: UnitOfWork,
  { payments }: Pick<RefundDependencies, "payments">,
  order: OrderRecord,
  { amountMinor, reason }: { readonly amountMinor: number; readonly reason: RefundReason },
  now: Date,
): Promise<void> {
  const { orderId, currency } = order;
  const refund = { orderId, amountMinor, currency, reason };
  if (order.payType !== "online") {
    if (await payments.recordCashRefund(uow, refund, now)) await bookReturnedMoney(uow, order, refund, now);
    return;
  }
  const payment = await findPaymentOfOrder(uow, orderId);
  if (payment === null) throw new Error(`order ${orderId} was paid online, but has no payment`);
  await payments.requestRefund(uow, { ...refund, paymentId: payment.paymentId });
}

/**
 * Books a refund after the payment provider or an operator has paid it, and closes the case of its failure if there is
 * one.
 */
export async function bookRefund(uow: UnitOfWork, refund: RefundRecord, now: Date): Promise<void> {
  const order = await lockOrder(uow, refund.orderId);
  if (order === null) return;
  await closeCaseAbout(uow, { kind: "refundFailed", subject: refund.refundId, closedAt: now });
  await bookReturnedMoney(uow, order, refund, now);
}

/**
 * Writes a negative ledger entry and adds the amount to the order's refunded sum. A failed order becomes `refunded`
 * when its whole amount has been returned.
 */
async function bookReturnedMoney(
  uow: UnitOfWork,
  order: OrderRecord,
  { amountMinor, reason }: Pick<RefundRecord, "amountMinor" | "reason">,
  now: Date,
): Promise<void> {
  const { orderId, outletId, deviceId, currency, payType } = order;
  await addRefunded(uow, orderId, amountMinor);
  if (order.status === "failed" && order.refundedMinor + amountMinor === order.amountMinor)
    moveOrder(uow, {
      orderId,
      from: "failed",
      to: "refunded",
      cause: "moneyReturned",
      at: now,
      deadlineAt: null,
    });
  // The entry is added after the transition, because roll-ups are locked in a fixed order: order counts, then income.
  const entry = { orderId, outletId, deviceId, currency, amountMinor: -amountMinor, occurredAt: now };
  const channel = payType === "online" ? "online" : "cash";
  addLedgerEntry(uow, { ...entry, channel, source: "refund", sourceId: `${orderId}:${reason}` }, now);
  publishOrder(uow, order, now);
}
