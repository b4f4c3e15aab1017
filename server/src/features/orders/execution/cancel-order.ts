import { releaseCoupon } from "#features/coupons/index.ts";
import type { EndReason } from "@reposo/contract/orders.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Gives an unpaid order up: its coupon may be used again, and the payment company's page is closed after the commit.
 * Money that comes all the same goes back. The caller holds the order's lock.
 */
export async function cancelOrder(
  uow: UnitOfWork,
  { payments }: Pick<OrderParts, "payments">,
  order: OrderRecord,
  why: EndReason,
  now: Date,
): Promise<void> {
  const { orderId, couponId, customerId } = order;
  if (couponId !== null) await releaseCoupon(uow, { couponId, customerId });
  moveOrder(uow, {
    orderId,
    from: order.status,
    to: "cancelled",
    cause: why,
    at: now,
    deadlineAt: null,
    endedAt: now,
    endReason: why,
  });
  await payments.scheduleExpiry(uow, orderId);
  announceOrder(uow, order, now);
}
