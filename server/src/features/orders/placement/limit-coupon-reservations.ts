import { findCouponUsage } from "#features/coupons/index.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { retryData } from "./limit-unpaid-orders.ts";
import { hasPaidBefore } from "#features/orders/benefits/order-money-store.ts";
import { cancelOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import type { NewOrder } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import {
  clearReservation,
  countReservations,
  findReservation,
  type UnpaidOrderSource,
} from "./unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Returns the ID of the customer's unpaid order that reserves this coupon and that a new order would replace, or
 * null.
 */
export async function findOwnReservation(
  db: Querier,
  { code, senderId }: { code: string; senderId: string },
): Promise<string | null> {
  const usage = await findCouponUsage(db, code, null);
  return usage && findReservation(db, usage.couponId, senderId);
}

/**
 * Cancels the customer's unpaid order that reserves a use of the coupon, because a new order with the same coupon
 * replaces it. The payment page of the cancelled order expires.
 * @returns whether an order was cancelled
 */
export async function replaceReservation(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  { code, senderId, replacedBy }: { code: string; senderId: string; replacedBy: string },
): Promise<boolean> {
  const reservedBy = await findOwnReservation(uow, { code, senderId });
  if (reservedBy === null) return false;
  const order = await lockOrder(uow, reservedBy);
  // A concurrent payment has made the order's use of the coupon final, or a cancellation has released it.
  if (order?.status !== "unpaid") return false;
  const now = dependencies.clock.now();
  await cancelOrder(uow, dependencies, order, "stopped", now);
  // The cancellation is written only at the next flush, so the reservation would still be counted until then.
  await clearReservation(uow, reservedBy);
  auditOrder(uow, reservedBy, {
    at: now,
    actor: `customer:${senderId}`,
    action: "order.cancelled",
    detail: { replacedBy },
  });
  return true;
}

/**
 * Limits the uses of a coupon that unpaid orders may reserve: one per customer, and a share of the remaining uses per
 * IP address. The share does not apply to a customer who has paid before. Without limits, one person could reserve all
 * uses without paying. The caller holds the lock of the coupon and has redeemed one use for the new order.
 * @throws ProductError couponReserved with the time until a use may be free
 */
export async function limitReservations(
  uow: UnitOfWork,
  { clock, times, unpaidLimits }: Pick<OrderDependencies, "clock" | "times" | "unpaidLimits">,
  { couponId }: Pick<NewOrder, "couponId">,
  source: UnpaidOrderSource,
): Promise<void> {
  if (couponId === null) return;
  const { reserved, ofSender, ofAddress, free, freeAt } = await countReservations(uow, couponId, source);
  // The use that the caller has redeemed is neither free nor reserved, so it is added.
  const remaining = free + reserved + 1;
  const share = Math.max(1, Math.ceil((remaining * unpaidLimits.couponPercentPerAddress) / 100));
  const isWithin = ofAddress < share || (await hasPaidBefore(uow, source.senderId));
  if (ofSender === 0 && isWithin) return;
  const now = clock.now();
  throw new ProductError("couponReserved", { data: retryData(freeAt ?? later(now, times.paymentMs), now) });
}

/**
 * Returns `couponReserved` with the waiting time instead of `couponUsedUp` if the missing uses are only reserved by
 * unpaid orders, which may expire. Returns any other error unchanged.
 */
export async function explainUsedUpCoupon(
  db: Querier,
  { clock }: Pick<OrderDependencies, "clock">,
  { code, customerId }: { code: string; customerId: string | null },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ProductError) || error.resultName !== "couponUsedUp") return error;
  const usage = await findCouponUsage(db, code, customerId);
  if (usage === null) return error;
  const { reserved, ofSender, freeAt } = await countReservations(db, usage.couponId, {
    senderId: customerId,
  });
  const isUsedUp = usage.usesTaken - reserved >= usage.maxUses;
  const isUsedByCustomer =
    usage.maxUsesCustomer !== null && usage.customerUses - ofSender >= usage.maxUsesCustomer;
  if (isUsedUp || isUsedByCustomer || freeAt === null) return error;
  return new ProductError("couponReserved", { cause: error, data: retryData(freeAt, clock.now()) });
}
