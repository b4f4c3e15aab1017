import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { moveOrder } from "#features/orders/record/order-moves-store.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { type RefundDependencies, refundOrder } from "./refund-order.ts";

/**
 * Refunds what is left of a failed order; a person may have refunded it in the payment provider's console before, or a bank
 * may have withdrawn it.
 */
export async function refundFailedOrder(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  order: OrderRecord,
  at: Date,
): Promise<void> {
  const { orderId, amountMinor: paidMinor, refundedMinor } = order;
  const { returnedMinor, disputedMinor } = await moneyOfOrder(uow, orderId);
  const amountMinor = paidMinor - returnedMinor - disputedMinor;
  const refund = { amountMinor, reason: "startFailed" } as const;
  if (amountMinor > 0) return refundOrder(uow, dependencies, { ...order, status: "failed" }, refund, at);
  if (paidMinor > 0 && refundedMinor === paidMinor)
    moveOrder(uow, { orderId, from: "failed", to: "refunded", cause: "moneyReturned", at, deadlineAt: null });
}
