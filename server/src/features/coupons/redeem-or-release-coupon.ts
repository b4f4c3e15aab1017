import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { candidateCodes } from "./coupon-code.ts";
import { type CouponUse, evaluateCoupon } from "./coupons-rules.ts";
import {
  changeCouponUses,
  type CouponRecord,
  customerUsesOf,
  findCoupon,
  lockCoupon,
  recordCustomerUse,
  releaseCustomerUse,
} from "./coupons-store.ts";

type Redemption = Omit<CouponUse, "customerUses"> & {
  readonly customerId: string | null;
  /**
   * The remaining amount in minor units that the web app showed to the customer; null if the request contains none.
   */
  readonly expectedMinor: number | null;
};

/**
 * Redeems one use of a coupon in the transaction of the order.
 * @returns the coupon, and the amount in minor units that remains to be paid; for a cash coupon the full price, because
 *   its redemption counts as cash income
 * @throws ProductError couponUnknown, couponIsCash, couponIsNotCash, couponUsedUp, couponNotValidNow,
 *   couponNotValidHere, couponNeedsPayment with the remaining amount, or priceChanged if the remaining amount differs
 *   from `expectedMinor`
 */
export async function redeemCoupon(
  uow: UnitOfWork,
  typed: string,
  { customerId, expectedMinor, ...use }: Redemption,
): Promise<{ coupon: CouponRecord; payableMinor: number }> {
  const coupon = await lockCoupon(uow, candidateCodes(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const { couponId } = coupon;
  const customerUses = await customerUsesOf(uow, couponId, customerId);
  const evaluation = evaluateCoupon(coupon, { ...use, customerUses });
  const { payableMinor } = evaluation;
  if (evaluation.kind === "refused")
    throw new ProductError(evaluation.refusal, {
      ...(payableMinor !== undefined && { data: { amount: payableMinor, currency: use.currency } }),
    });
  if (expectedMinor !== null && evaluation.payableMinor !== expectedMinor)
    throw new ProductError("priceChanged");
  await changeCouponUses(uow, couponId, 1);
  // Recorded even for a coupon without a limit per customer, because an import may add the limit later.
  if (customerId !== null) await recordCustomerUse(uow, { couponId, customerId });
  return { coupon, payableMinor: evaluation.payableMinor };
}

/**
 * Releases the coupon use of a failed or cancelled order. The caller must hold the order's lock, and must call this
 * function only once per order.
 */
export async function releaseCoupon(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string | null },
): Promise<void> {
  await changeCouponUses(uow, couponId, -1);
  if (customerId !== null) await releaseCustomerUse(uow, { couponId, customerId });
}

/** Returns a coupon's limits and uses, including reservations of unpaid orders; null if the coupon does not exist. */
export async function findCouponUsage(
  db: Querier,
  typed: string,
  customerId: string | null,
): Promise<(CouponRecord & { readonly customerUses: number }) | null> {
  const coupon = await findCoupon(db, candidateCodes(typed));
  return coupon && { ...coupon, customerUses: await customerUsesOf(db, coupon.couponId, customerId) };
}
