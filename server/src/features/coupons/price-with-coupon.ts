import { ProductError } from "#platform/http/product-error.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { candidateCodes } from "./coupon-code.ts";
import { type CouponRefusal, type CouponUse, worthOf } from "./coupons-rules.ts";
import { customerUsesOf, findCoupon } from "./coupons-store.ts";

type Use = Omit<CouponUse, "customerUses">;

/**
 * What a coupon leaves to pay in money for each of these uses, in minor units; null where it does not hold. A cash
 * coupon covers the whole price or does not hold. Takes no use of the coupon. `givenUp` uses of the customer are those
 * that ordering would give up first.
 * @throws ProductError that says why it holds for none of them
 */
export async function priceWithCoupon(
  db: Querier,
  typed: string,
  customerId: string | null,
  uses: readonly Use[],
  givenUp: number,
): Promise<(number | null)[]> {
  const coupon = await findCoupon(db, candidateCodes(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const { couponId } = coupon;
  const heldUses = customerId === null ? 0 : await customerUsesOf(db, { couponId, customerId });
  const terms = { ...coupon, usesTaken: coupon.usesTaken - givenUp };
  const customerUses = Math.max(0, heldUses - givenUp);
  const refusals = new Set<CouponRefusal>();
  const payable = uses.map((use) => {
    const worth = worthOf(terms, { ...use, customerUses });
    if (worth.kind === "pays") return use.payType === "cashCoupon" ? 0 : worth.payableMinor;
    if (worth.payableMinor !== undefined) return worth.payableMinor;
    refusals.add(worth.refusal);
    return null;
  });
  if (payable.every((amount) => amount === null)) {
    const [refusal = "couponNotValidHere"] = refusals;
    throw new ProductError(refusals.size === 1 ? refusal : "couponNotValidHere");
  }
  return payable;
}
