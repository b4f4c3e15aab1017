import { releaseCoupon } from "#features/coupons/index.ts";
import type { EndReason } from "@reposo/contract/orders/orders.ts";
import { moveAndPublish } from "#features/orders/publish-order.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Cancels an unpaid order, releases its coupon, and schedules the expiry of its payment page. A payment that arrives
 * later is refunded. The caller holds the order's lock.
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
