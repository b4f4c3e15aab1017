import type { Transaction } from "#platform/database.ts";
import { ProductError } from "#platform/product-error.ts";
import { type CouponUse, normalCode, refusalOf } from "./coupons-rules.ts";
import { changeUses, type CouponRecord, lockCoupon } from "./coupons-store.ts";

export { type CouponRow, importCoupons } from "./import-coupons.ts";
export type { CouponUse } from "./coupons-rules.ts";
export type { CouponRecord } from "./coupons-store.ts";

/**
 * Takes one use of a coupon in the transaction of the order it pays for: without the order there is no use.
 * @throws ProductError couponUnknown, couponUsedUp, couponNotValidNow or couponNotValidHere
 */
export async function takeCouponUse(tx: Transaction, typed: string, use: CouponUse): Promise<CouponRecord> {
  const coupon = await lockCoupon(tx, normalCode(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const refusal = refusalOf(coupon, use);
  if (refusal !== null) throw new ProductError(refusal);
  await changeUses(tx, coupon.couponId, 1);
  return coupon;
}

/** Gives the use of a failed start back (guarantee 5); to be called once an order, under its lock. */
export async function giveBackCouponUse(tx: Transaction, couponId: string): Promise<void> {
  await changeUses(tx, couponId, -1);
}
