import { releaseCoupon } from "#features/coupons/index.ts";
import type { EndReason } from "@reposo/contract/orders.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";

/**
 * Gives an unpaid order up: its coupon may be used again, and the payment company's page is closed after the commit.
 * Money that comes all the same goes back. The caller holds the order's lock.
 */
export async function cancelOrder(
  tx: Transaction,
  { payments }: Pick<OrderParts, "payments">,
  order: OrderRecord,
  why: EndReason,
  now: Date,
): Promise<void> {
  const { orderId, couponId, customerId } = order;
  if (couponId !== null) await releaseCoupon(tx, { couponId, customerId });
  await moveOrder(tx, {
    orderId,
    from: order.status,
    to: "cancelled",
    cause: why,
    at: now,
    deadlineAt: null,
    endedAt: now,
    endReason: why,
  });
  await payments.scheduleExpiry(tx, orderId);
  await announceOrder(tx, order, now);
}
