import type { Currency } from "@reposo/contract/fields.ts";
import { smallestUnit } from "@reposo/contract/money/money.ts";
import type { CouponProperty, PayType } from "@reposo/contract/orders/orders.ts";

export interface CouponTerms {
  readonly property: CouponProperty;
  /** The value of a cash coupon, or the amount off. */
  readonly valueMinor: number | null;
  readonly currency: Currency | null;
  /** The longest massage that a coupon for minutes pays for. */
  readonly minutes: number | null;
  /** Discount, 1 to 100. */
  readonly percent: number | null;
  readonly maxUses: number;
  readonly usesTaken: number;
  /** Null: no limit per customer. */
  readonly maxUsesCustomer: number | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly outletIds: readonly string[] | null;
  readonly gears: readonly number[] | null;
}

export interface CouponUse {
  /** How the order is paid: by the coupon alone, or by money that the coupon reduces. */
  readonly payType: PayType;
  readonly outletId: string;
  readonly gear: number;
  readonly minutes: number;
  /** The price without the coupon. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The customer's earlier uses; 0 for an order of a manager. */
  readonly customerUses: number;
  readonly at: Date;
}

export type CouponRefusal =
  | "couponIsCash"
  | "couponIsNotCash"
  | "couponUsedUp"
  | "couponNotValidNow"
  | "couponNotValidHere"
  | "couponNeedsPayment";

/**
 * `payableMinor` is the amount that remains to be paid. A cash coupon counts as money, so it is the full
 * price there.
 */
export type CouponEvaluation =
  | { readonly kind: "pays"; readonly payableMinor: number }
  | { readonly kind: "refused"; readonly refusal: CouponRefusal; readonly payableMinor?: number };

const refused = (refusal: CouponRefusal): CouponEvaluation => ({ kind: "refused", refusal });

/** A cash coupon has one currency and must cover the price; the wrong kind of code is refused first. */
export function evaluateCoupon(coupon: CouponTerms, use: CouponUse): CouponEvaluation {
  const isCash = coupon.property === "cash";
  if (isCash !== (use.payType === "cashCoupon")) return refused(isCash ? "couponIsCash" : "couponIsNotCash");
  if (coupon.usesTaken >= coupon.maxUses) return refused("couponUsedUp");
  if (coupon.maxUsesCustomer !== null && use.customerUses >= coupon.maxUsesCustomer)
    return refused("couponUsedUp");
  if (coupon.validFrom !== null && use.at < coupon.validFrom) return refused("couponNotValidNow");
  if (coupon.validUntil !== null && use.at >= coupon.validUntil) return refused("couponNotValidNow");
  if (coupon.outletIds !== null && !coupon.outletIds.includes(use.outletId))
    return refused("couponNotValidHere");
  if (coupon.gears !== null && !coupon.gears.includes(use.gear)) return refused("couponNotValidHere");
  const payableMinor = payableWith(coupon, use);
  if (payableMinor === null) return refused("couponNotValidHere");
  if (use.payType === "cashCoupon") return { kind: "pays", payableMinor: use.amountMinor };
  if (use.payType !== "coupon")
    return payableMinor > 0 ? { kind: "pays", payableMinor } : refused("couponNotValidHere");
  if (payableMinor > 0) return { kind: "refused", refusal: "couponNeedsPayment", payableMinor };
  return { kind: "pays", payableMinor };
}

/** Null where the coupon does not apply to the order. Rounded in the customer's favour. */
function payableWith(coupon: CouponTerms, { amountMinor, currency, minutes }: CouponUse): number | null {
  switch (coupon.property) {
    case "free":
      return 0;
    case "minutes":
      return coupon.minutes !== null && minutes <= coupon.minutes ? 0 : null;
    case "percent": {
      const unit = smallestUnit(currency);
      return Math.floor((amountMinor * (100 - (coupon.percent ?? 0))) / 100 / unit) * unit;
    }
    case "amountOff":
      return coupon.currency === currency ? Math.max(0, amountMinor - (coupon.valueMinor ?? 0)) : null;
    case "cash":
      return coupon.currency === currency && (coupon.valueMinor ?? 0) >= amountMinor ? 0 : null;
  }
}
