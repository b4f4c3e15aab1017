import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { releaseCoupon } from "#features/coupons/index.ts";
import { auditOrder, moveAndPublish } from "#features/orders/record/record-order-change.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { refundFailedOrder } from "#features/orders/refunds/refund-failed-order.ts";
import { offerAfterFailedStart } from "#features/orders/transfers/offer-transfer.ts";
import { enqueueSettlement } from "#features/orders/transfers/settle-transfer.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Cancels an unpaid order, releases its coupon, and schedules the expiry of its payment page. A payment that arrives
 * after the cancellation is refunded. The caller holds the order's lock.
 */
export async function cancelOrder(
  uow: UnitOfWork,
  { payments }: Pick<OrderDependencies, "payments">,
  order: OrderRecord,
  cause: EndReason,
  now: Date,
): Promise<void> {
  const { orderId, couponId, customerId } = order;
  if (couponId !== null) await releaseCoupon(uow, { couponId, customerId });
  moveAndPublish(uow, order, {
    to: "cancelled",
    cause,
    at: now,
    deadlineAt: null,
    endedAt: now,
    endReason: cause,
  });
  await payments.scheduleExpiry(uow, orderId);
}

/**
 * Fails an order that never ran and, in the same transaction, releases its coupon and requests the refund of its
 * payment, or offers to continue on another chair and lets the refund wait. The refund of an order that was not paid
 * online is recorded immediately and makes the order `refunded`. An online order stays `failed` until the payment
 * provider has executed the refund, and a free order stays `failed`. The caller holds the lock of the order.
 */
export async function failOrder(
  uow: UnitOfWork,
  dependencies: Pick<OrderDependencies, "clock" | "payments" | "times">,
  order: OrderRecord,
  { cause, actor }: { cause: EndReason; actor: string },
): Promise<void> {
  const now = dependencies.clock.now();
  const { orderId, couponId, customerId } = order;
  // The coupon is locked before the deferred changes of the live order and the roll-ups are written, as in placement;
  // this fixed lock sequence prevents deadlocks. The coupon of a cancelled order is already released.
  if (couponId !== null && order.status !== "cancelled") await releaseCoupon(uow, { couponId, customerId });
  moveAndPublish(uow, order, {
    to: "failed",
    cause,
    at: now,
    deadlineAt: null,
    endedAt: now,
    endReason: cause,
    // One update writes both transitions, so the order never becomes the live order of its chair.
    ...(order.status === "unpaid" ? { through: ["paid"] as const } : {}),
  });
  if (order.transferredFrom !== null) enqueueSettlement(uow, order.transferredFrom.orderId, now);
  if (!(await offerAfterFailedStart(uow, dependencies, order, cause)))
    await refundFailedOrder(uow, dependencies, order, now);
  auditOrder(uow, orderId, { at: now, actor, action: "order.failed", detail: { cause } });
}
