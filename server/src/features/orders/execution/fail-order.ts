import type { EndReason } from "@reposo/contract/orders.ts";
import { releaseCoupon } from "#features/coupons/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { returnMoney } from "#features/orders/refunds/refund-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Ends an order that never ran, with everything it took given back in the same transaction: the coupon's use, cash
 * over the counter (`refunded` at once: it lies in the manager's hand), a payment through the outbox (`failed` until
 * the provider has returned it). The caller holds the order's lock.
 */
export async function failOrder(
  uow: UnitOfWork,
  parts: Pick<OrderParts, "clock" | "payments">,
  order: OrderRecord,
  why: { cause: EndReason; actor: string },
): Promise<void> {
  const now = parts.clock.now();
  const { orderId, amountMinor, couponId, customerId } = order;
  // The coupon before the order's place on the chair, as whoever orders by it takes them; after them the money.
  // A cancelled order has given its use back already.
  if (couponId !== null && order.status !== "cancelled") await releaseCoupon(uow, { couponId, customerId });
  moveOrder(uow, {
    orderId,
    from: order.status,
    to: "failed",
    cause: why.cause,
    at: now,
    deadlineAt: null,
    endedAt: now,
    endReason: why.cause,
    // Paid for and lost in the same instant: the chair was taken, so the order was never live.
    ...(order.status === "unpaid" ? { through: ["paid"] as const } : {}),
  });
  if (amountMinor > 0)
    await returnMoney(
      uow,
      parts,
      { ...order, status: "failed" },
      { amountMinor, reason: "startFailed" },
      now,
    );
  addAuditEntry(uow, {
    at: now,
    actor: why.actor,
    action: "order.failed",
    subject: `order:${orderId}`,
    detail: { cause: why.cause },
  });
  announceOrder(uow, order, now);
}
