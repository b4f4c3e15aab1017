import { ProductError } from "#platform/http/product-error.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CouponRefusal, type CouponUse, evaluateCoupon } from "./coupons-rules.ts";
import { findCouponUsage } from "./redeem-or-release-coupon.ts";

type Use = Omit<CouponUse, "customerUses">;

/**
 * Returns for each massage in `uses` the amount in minor units that would remain to be paid with the coupon, or null
 * if the coupon is not valid for this massage. A cash coupon leaves 0, because it must cover the whole price. The
 * coupon is not redeemed.
 * @param replaced number of the customer's reservations of the coupon that a new order would replace
 * @throws ProductError couponUnknown; if the coupon is valid for none of the uses, the reason they share, or
 *   couponNotValidHere if their reasons differ
 */
export async function priceWithCoupon(
  db: Querier,
  typed: string,
  customerId: string | null,
  uses: readonly Use[],
  replaced: number,
): Promise<(number | null)[]> {
  const coupon = await findCouponUsage(db, typed, customerId);
  if (coupon === null) throw new ProductError("couponUnknown");
  const terms = { ...coupon, usesTaken: coupon.usesTaken - replaced };
  const customerUses = Math.max(0, coupon.customerUses - replaced);
  const refusals = new Set<CouponRefusal>();
  const payable = uses.map((use) => {
    const evaluation = evaluateCoupon(terms, { ...use, customerUses });
    if (evaluation.kind === "pays") return use.payType === "cashCoupon" ? 0 : evaluation.payableMinor;
    if (evaluation.payableMinor !== undefined) return evaluation.payableMinor;
    refusals.add(evaluation.refusal);
    return null;
  });
  if (payable.every((amount) => amount === null)) {
    const [refusal = "couponNotValidHere"] = refusals;
    throw new ProductError(refusals.size === 1 ? refusal : "couponNotValidHere");
  }
  return payable;
}
