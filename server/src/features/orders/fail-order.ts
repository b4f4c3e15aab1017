import type { EndReason } from "@reposo/contract/orders.ts";
import { giveBackCouponUse } from "#features/coupons/index.ts";
import { bookRevenue } from "#features/revenue/index.ts";
import { writeAudit } from "#platform/audit-trail.ts";
import type { Transaction } from "#platform/database.ts";
import { moveOrder } from "./order-moves-store.ts";
import { announceOrder } from "./order-news.ts";
import type { OrderRecord } from "./order-record.ts";
import type { OrderParts } from "./orders-parts.ts";
import { addRefunded } from "./orders-store.ts";
import { findPaymentOfOrder } from "#features/payments/index.ts";

/** A failed start's money comes back once for this reason; a refund by hand would name another. */
const refundReason = "startFailed";

/**
 * Ends an order that never ran, with everything it took given back in the same transaction: the coupon's use, cash
 * over the counter (`refunded` at once: it lies in the manager's hand), a payment through the outbox (`failed` until
 * the provider has returned it). The caller holds the order's lock.
 */
export async function failOrder(
  tx: Transaction,
  { clock, payments }: Pick<OrderParts, "clock" | "payments">,
  order: OrderRecord,
  why: { cause: EndReason; actor: string },
): Promise<void> {
  const now = clock.now();
  const { orderId, amountMinor, currency } = order;
  // The coupon before the order's place on the chair, as whoever orders by it takes them; after them the money.
  if (order.couponId !== null) await giveBackCouponUse(tx, order.couponId);
  await moveOrder(tx, {
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
  const giveBack = { orderId, amountMinor, currency, reason: refundReason };
  if (amountMinor > 0 && order.payType === "online") {
    const payment = await findPaymentOfOrder(tx, orderId);
    if (payment !== null) await payments.requestReturn(tx, { ...giveBack, paymentId: payment.paymentId });
  } else if (amountMinor > 0) {
    await payments.noteReturned(tx, giveBack, now);
    await markRefunded(tx, { ...order, status: "failed" }, amountMinor, now);
  }
  await writeAudit(tx, {
    at: now,
    actor: why.actor,
    action: "order.failed",
    subject: `order:${orderId}`,
    detail: { cause: why.cause },
  });
  await announceOrder(tx, order, now);
}

/** The money is back: the negative entry, the sum on the order, and `refunded` once all of it is. */
export async function markRefunded(
  tx: Transaction,
  order: OrderRecord,
  amountMinor: number,
  now: Date,
): Promise<void> {
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
      sourceId: `${order.orderId}:${refundReason}`,
      occurredAt: now,
    },
    now,
  );
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
  await announceOrder(tx, order, now);
}
