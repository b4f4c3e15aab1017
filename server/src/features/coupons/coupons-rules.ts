import { smallestUnit } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { CouponProperty, PayType } from "@reposo/contract/orders/order-values.ts";

export interface CouponTerms {
  readonly property: CouponProperty;
  /** The value of a `cash` coupon, or the discount of an `amountOff` coupon, in minor units; otherwise null. */
  readonly valueMinor: number | null;
  /** Currency of `valueMinor`; null without a value. */
  readonly currency: Currency | null;
  /** The longest massage that a coupon with the property `minutes` pays for; otherwise null. */
  readonly minutes: number | null;
  /** Discount of a coupon with the property `percent`, 1 to 100; otherwise null. */
  readonly percent: number | null;
  readonly maxUses: number;
  /** Number of uses, including reservations of unpaid orders. */
  readonly usesTaken: number;
  /** Null: no limit per customer. */
  readonly maxUsesCustomer: number | null;
  /** Null: valid immediately. */
  readonly validFrom: Date | null;
  /** Exclusive; null: no end. */
  readonly validUntil: Date | null;
  /** Null: valid at every outlet. */
  readonly outletIds: readonly string[] | null;
  /** Null: valid for every gear. */
  readonly gears: readonly number[] | null;
}

export interface CouponUse {
  /**
   * `coupon` and `cashCoupon`: the coupon pays the whole price. `online`: the coupon reduces the price, and the
   * customer pays the rest. Orders of the other types have no coupon.
   */
  readonly payType: PayType;
  readonly outletId: string;
  readonly gear: number;
  readonly minutes: number;
  /** The price without the coupon, in minor units. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** How often the customer has used or reserved the coupon already; 0 for an order of a manager. */
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
 * `payableMinor` is the amount that remains to be paid in minor units. For a cash coupon it is the full price,
 * because the coupon counts as cash. A refusal contains `payableMinor` only if the reason is `couponNeedsPayment`.
 */
export type CouponEvaluation =
  | { readonly kind: "pays"; readonly payableMinor: number }
  | { readonly kind: "refused"; readonly refusal: CouponRefusal; readonly payableMinor?: number };

const refused = (refusal: CouponRefusal): CouponEvaluation => ({ kind: "refused", refusal });

/**
 * Evaluates whether a coupon is valid for an order, and what remains to be paid. The first check is that a cash coupon
 * is used with the pay type `cashCoupon`, and every other coupon with another pay type. A cash coupon must have the
 * currency of the price and cover all of it.
 */
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
  // With an online payment, an amount must remain to be paid.
  if (use.payType !== "coupon")
    return payableMinor > 0 ? { kind: "pays", payableMinor } : refused("couponNotValidHere");
  if (payableMinor > 0) return { kind: "refused", refusal: "couponNeedsPayment", payableMinor };
  return { kind: "pays", payableMinor };
}

/**
 * Returns the remaining price, rounded down in the customer's favour; null if the coupon does not apply to the
 * order.
 */
function payableWith(coupon: CouponTerms, { amountMinor, currency, minutes }: CouponUse): number | null {
  const unit = smallestUnit(currency);
  const roundDown = (minor: number) => Math.floor(minor / unit) * unit;
  switch (coupon.property) {
    case "free":
      return 0;
    case "minutes":
      return coupon.minutes !== null && minutes <= coupon.minutes ? 0 : null;
    case "percent":
      return roundDown((amountMinor * (100 - (coupon.percent ?? 0))) / 100);
    case "amountOff":
      return coupon.currency === currency
        ? roundDown(Math.max(0, amountMinor - (coupon.valueMinor ?? 0)))
        : null;
    case "cash":
      return coupon.currency === currency && (coupon.valueMinor ?? 0) >= amountMinor ? 0 : null;
  }
}
