import { couponStanding } from "#features/coupons/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { waitUntil } from "./limit-unpaid-orders.ts";
import { cancelOrder } from "#features/orders/execution/cancel-order.ts";
import type { NewOrder } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { lockOrder } from "#features/orders/orders-store.ts";
import {
  clearHold,
  couponHolds,
  findOwnHold,
  hasPaidBefore,
  type UnpaidPlacing,
} from "./unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** The customer's unpaid order that ordering again with this coupon would replace; null where there is none. */
export async function ownHoldOf(
  db: Querier,
  { code, senderId }: { code: string; senderId: string },
): Promise<string | null> {
  const standing = await couponStanding(db, code, null);
  return standing && findOwnHold(db, standing.couponId, senderId);
}

/**
 * An unpaid order holds a use of its coupon, so that a customer who pays gets what was shown. A customer who orders
 * again with the same coupon replaces the former order, which is cancelled here and its payment page closed.
 * @returns whether an order was cancelled
 */
export async function replaceOwnHold(
  uow: UnitOfWork,
  parts: OrderParts,
  { code, senderId, replacedBy }: { code: string; senderId: string; replacedBy: string },
): Promise<boolean> {
  const heldBy = await ownHoldOf(uow, { code, senderId });
  if (heldBy === null) return false;
  const order = await lockOrder(uow, heldBy);
  // Paid for meanwhile: its use is taken for good.
  if (order?.status !== "unpaid") return false;
  const now = parts.clock.now();
  await cancelOrder(uow, parts, order, "stopped", now);
  await clearHold(uow, heldBy);
  addAuditEntry(uow, {
    at: now,
    actor: `customer:${senderId}`,
    action: "order.cancelled",
    subject: `order:${heldBy}`,
    detail: { replacedBy },
  });
  return true;
}

/**
 * Bounds how many uses unpaid orders hold of a coupon: one of a customer, and a share of what is left of one address.
 * Without it, a few orders that nobody pays for would use a coupon up. Call it under the coupon's lock, after the use
 * was taken.
 * @throws ProductError couponReserved with the time until a use may be free
 */
export async function boundCouponHolds(
  uow: UnitOfWork,
  { clock, times, unpaidLimits }: Pick<OrderParts, "clock" | "times" | "unpaidLimits">,
  { couponId }: Pick<NewOrder, "couponId">,
  placing: UnpaidPlacing,
): Promise<void> {
  if (couponId === null) return;
  const { held, ofSender, ofAddress, free, freeAt } = await couponHolds(uow, couponId, placing);
  // With the use that was just taken.
  const remaining = free + held + 1;
  const share = Math.max(1, Math.ceil((remaining * unpaidLimits.couponPercentPerAddress) / 100));
  const isWithin = ofAddress < share || (await hasPaidBefore(uow, placing.senderId));
  if (ofSender === 0 && isWithin) return;
  const now = clock.now();
  throw new ProductError("couponReserved", { data: waitUntil(freeAt ?? later(now, times.paymentMs), now) });
}

/** Distinguishes a coupon whose last uses are held by unpaid orders from one that is used up. */
export async function explainUsedUp(
  db: Querier,
  { clock }: Pick<OrderParts, "clock">,
  { code, customerId }: { code: string; customerId: string | null },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ProductError) || error.resultName !== "couponUsedUp") return error;
  const standing = await couponStanding(db, code, customerId);
  if (standing === null) return error;
  const senderId = customerId ?? undefined;
  const { held, ofSender, freeAt } = await couponHolds(db, standing.couponId, senderId ? { senderId } : {});
  const isUsedUp = standing.usesTaken - held >= standing.maxUses;
  const isUsedByCustomer =
    standing.maxUsesCustomer !== null && standing.customerUses - ofSender >= standing.maxUsesCustomer;
  if (isUsedUp || isUsedByCustomer || freeAt === null) return error;
  return new ProductError("couponReserved", { cause: error, data: waitUntil(freeAt, clock.now()) });
}
