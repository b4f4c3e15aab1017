import type { Currency } from "@reposo/contract/fields.ts";
import type { CouponProperty } from "@reposo/contract/orders.ts";

export interface CouponTerms {
  readonly property: CouponProperty;
  readonly valueMinor: number | null;
  readonly currency: Currency | null;
  readonly maxUses: number;
  readonly usesTaken: number;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly outletIds: readonly string[] | null;
  readonly gears: readonly number[] | null;
}

export interface CouponUse {
  readonly payType: "coupon" | "cashCoupon";
  readonly outletId: string;
  readonly gear: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly at: Date;
}

export type CouponRefusal = "couponUnknown" | "couponUsedUp" | "couponNotValidNow" | "couponNotValidHere";

/** Codes are typed off paper: case and spaces do not matter. */
export const normalCode = (typed: string): string => typed.replace(/\s+/g, "").toUpperCase();

/**
 * Whether a coupon may pay for this order. A cash coupon is money of one currency and has to cover the price; what it
 * is worth beyond that is not kept. A free coupon covers any price. A code offered as the other kind is as good as
 * unknown, so that trying it in both fields tells nothing.
 */
export function refusalOf(coupon: CouponTerms, use: CouponUse): CouponRefusal | null {
  const offeredAs = coupon.property === "cash" ? "cashCoupon" : "coupon";
  if (offeredAs !== use.payType) return "couponUnknown";
  if (coupon.usesTaken >= coupon.maxUses) return "couponUsedUp";
  if (coupon.validFrom !== null && use.at < coupon.validFrom) return "couponNotValidNow";
  if (coupon.validUntil !== null && use.at >= coupon.validUntil) return "couponNotValidNow";
  if (coupon.outletIds !== null && !coupon.outletIds.includes(use.outletId)) return "couponNotValidHere";
  if (coupon.gears !== null && !coupon.gears.includes(use.gear)) return "couponNotValidHere";
  if (coupon.property === "cash")
    return coupon.currency === use.currency && (coupon.valueMinor ?? 0) >= use.amountMinor
      ? null
      : "couponNotValidHere";
  return coupon.property === "free" ? null : "couponNotValidHere";
}
