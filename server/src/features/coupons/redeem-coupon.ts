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
  /** The amount that the client showed; null where it sent none. */
  readonly expectedMinor: number | null;
};

/**
 * Takes one use of a coupon in the transaction of the order that it pays for.
 * @returns the coupon, and what is left to pay in money, in minor units
 * @throws ProductError couponUnknown, couponIsCash, couponIsNotCash, couponUsedUp, couponNotValidNow,
 *   couponNotValidHere, couponNeedsPayment with the remaining amount, or priceChanged where that is not the expected one
 */
export async function redeemCoupon(
  uow: UnitOfWork,
  typed: string,
  { customerId, expectedMinor, ...use }: Redemption,
): Promise<{ coupon: CouponRecord; payableMinor: number }> {
  const coupon = await lockCoupon(uow, candidateCodes(typed));
  if (coupon === null) throw new ProductError("couponUnknown");
  const { couponId } = coupon;
  const holder = customerId === null ? null : { couponId, customerId };
  const customerUses = holder === null ? 0 : await customerUsesOf(uow, holder);
  const evaluation = evaluateCoupon(coupon, { ...use, customerUses });
  const { payableMinor } = evaluation;
  if (evaluation.kind === "refused")
    throw new ProductError(evaluation.refusal, {
      ...(payableMinor !== undefined && { data: { amount: payableMinor, currency: use.currency } }),
    });
  if (expectedMinor !== null && evaluation.payableMinor !== expectedMinor)
    throw new ProductError("priceChanged");
  await changeCouponUses(uow, couponId, 1);
  // Without a limit per customer too: a limit can be imported while orders hold uses.
  if (holder !== null) await recordCustomerUse(uow, holder);
  return { coupon, payableMinor: evaluation.payableMinor };
}

/** Releases the use of a failed or cancelled order; to be called once per order, under its lock. */
export async function releaseCoupon(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string | null },
): Promise<void> {
  await changeCouponUses(uow, couponId, -1);
  if (customerId !== null) await releaseCustomerUse(uow, { couponId, customerId });
}

/** A coupon's limits and uses, reserved ones included; null where there is no such coupon. */
export async function findCouponUsage(
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
