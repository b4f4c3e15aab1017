import { ProductError } from "#platform/http/product-error.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { candidateCodes } from "./coupon-code.ts";
import { type CouponRefusal, type CouponUse, evaluateCoupon } from "./coupons-rules.ts";
import { customerUsesOf, findCoupon } from "./coupons-store.ts";

type Use = Omit<CouponUse, "customerUses">;

/**
 * What is left to pay of each of these uses with a coupon, in minor units; null where it is not valid. A cash coupon
 * covers the whole price or is not valid. Takes no use of the coupon. `replaced` uses are reservations of the customer
 * that a new order would replace.
 * @throws ProductError with the reason where it is valid for none of them
 */
export async function priceWithCoupon(
  db: Querier,
  typed: string,
  customerId: string | null,
  uses: readonly Use[],
  replaced: number,
): Promise<(number | null)[]> {
  const coupon = await findCoupon(db, candidateCodes(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const { couponId } = coupon;
  const heldUses = customerId === null ? 0 : await customerUsesOf(db, { couponId, customerId });
  const terms = { ...coupon, usesTaken: coupon.usesTaken - replaced };
  const customerUses = Math.max(0, heldUses - replaced);
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
