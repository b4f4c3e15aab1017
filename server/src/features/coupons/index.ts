import type { Querier } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { candidateCodes } from "./coupon-code.ts";
import { type CouponUse, worthOf } from "./coupons-rules.ts";
import {
  changeUses,
  type CouponRecord,
  customerUsesOf,
  findCoupon,
  giveBackCustomerUse,
  lockCoupon,
  takeCustomerUse,
} from "./coupons-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export { deadTerms } from "./unredeemable-coupons.ts";
export { type CouponBatch, createCoupons } from "./create-coupons.ts";
export { type CouponRow, importCoupons, newCoupon } from "./import-coupons.ts";
export { priceWithCoupon } from "./price-with-coupon.ts";
export type { CouponUse } from "./coupons-rules.ts";
export type { CouponRecord } from "./coupons-store.ts";

type Redeeming = Omit<CouponUse, "customerUses"> & {
  readonly customerId: string | null;
  /** What the customer was told is left to pay; null where nothing was said. */
  readonly expectedMinor: number | null;
};

/**
 * Takes one use of a coupon in the transaction of the order it pays for: without the order there is no use.
 * @returns the coupon, and what is left to pay in money, in minor units
 * @throws ProductError couponUnknown, couponIsCash, couponIsNotCash, couponUsedUp, couponNotValidNow,
 *   couponNotValidHere, couponNeedsPayment with what would be left to pay, or priceChanged where that is not what was
 *   expected
 */
export async function redeemCoupon(
  uow: UnitOfWork,
  typed: string,
  { customerId, expectedMinor, ...use }: Redeeming,
): Promise<{ coupon: CouponRecord; payableMinor: number }> {
  const coupon = await lockCoupon(uow, candidateCodes(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const { couponId } = coupon;
  const holder = coupon.maxUsesCustomer === null || customerId === null ? null : { couponId, customerId };
  const customerUses = holder === null ? 0 : await customerUsesOf(uow, holder);
  const worth = worthOf(coupon, { ...use, customerUses });
  if (worth.kind === "refused")
    throw new ProductError(worth.refusal, {
      ...(worth.payableMinor !== undefined && {
        data: { amount: worth.payableMinor, currency: use.currency },
      }),
    });
  if (expectedMinor !== null && worth.payableMinor !== expectedMinor) throw new ProductError("priceChanged");
  await changeUses(uow, couponId, 1);
  if (holder !== null) await takeCustomerUse(uow, holder);
  return { coupon, payableMinor: worth.payableMinor };
}

/** Gives the use of an order that came to nothing back (guarantee 5); to be called once an order, under its lock. */
export async function releaseCoupon(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string | null },
): Promise<void> {
  await changeUses(uow, couponId, -1);
  if (customerId !== null) await giveBackCustomerUse(uow, { couponId, customerId });
}

/** A coupon's limits and its uses, those of unpaid orders included; null where there is no such coupon. */
export async function couponStanding(
  db: Querier,
  typed: string,
  customerId: string | null,
): Promise<(CouponRecord & { readonly customerUses: number }) | null> {
  const coupon = await findCoupon(db, candidateCodes(typed));
  if (coupon === null) return null;
  const { couponId } = coupon;
  const customerUses = customerId === null ? 0 : await customerUsesOf(db, { couponId, customerId });
  return { ...coupon, customerUses };
}
