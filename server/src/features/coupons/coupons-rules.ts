import type { Currency } from "@reposo/contract/fields.ts";
import type { CouponProperty, PayType } from "@reposo/contract/orders.ts";

export interface CouponTerms {
  readonly property: CouponProperty;
  /** Of a cash coupon what it is worth, of an amount off how much. */
  readonly valueMinor: number | null;
  readonly currency: Currency | null;
  /** Of a coupon for minutes: the longest massage it pays for. */
  readonly minutes: number | null;
  /** 1 to 100, taken off the price. */
  readonly percent: number | null;
  readonly maxUses: number;
  readonly usesTaken: number;
  /** Null: a customer may take as many as there are. */
  readonly maxUsesCustomer: number | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly outletIds: readonly string[] | null;
  readonly gears: readonly number[] | null;
}

export interface CouponUse {
  /** How the order is paid: by the coupon alone, or the coupon beside money. */
  readonly payType: PayType;
  readonly outletId: string;
  readonly gear: number;
  readonly minutes: number;
  /** The price without the coupon. */
  readonly amountMinor: number;
  readonly currency: Currency;
  /** Uses that this customer holds already; 0 for a manager's start, which has no customer. */
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

/** What is left to pay in money (a cash coupon counts as money: its order's amount stays the price). */
export type CouponWorth =
  | { readonly kind: "pays"; readonly payableMinor: number }
  | { readonly kind: "refused"; readonly refusal: CouponRefusal; readonly payableMinor?: number };

const refused = (refusal: CouponRefusal): CouponWorth => ({ kind: "refused", refusal });

/**
 * What a coupon is worth for this order. A cash coupon is money of one currency and has to cover the price; what it is
 * worth beyond that is not kept. A code that is offered as the other kind says which it is before anything else of it.
 */
export function worthOf(coupon: CouponTerms, use: CouponUse): CouponWorth {
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
    // Nobody is asked for money where nothing is left to pay.
    return payableMinor > 0 ? { kind: "pays", payableMinor } : refused("couponNotValidHere");
  if (payableMinor > 0) return { kind: "refused", refusal: "couponNeedsPayment", payableMinor };
  return { kind: "pays", payableMinor };
}

/** Rupiah are not paid in cents. */
const smallestStep = (currency: Currency): number => (currency === "IDR" ? 100 : 1);

/** Null where the coupon says nothing about such an order. What does not divide is the customer's. */
function payableWith(coupon: CouponTerms, { amountMinor, currency, minutes }: CouponUse): number | null {
  switch (coupon.property) {
    case "free":
      return 0;
    case "minutes":
      return coupon.minutes !== null && minutes <= coupon.minutes ? 0 : null;
    case "percent": {
      const step = smallestStep(currency);
      return Math.floor((amountMinor * (100 - (coupon.percent ?? 0))) / 100 / step) * step;
    }
    case "amountOff":
      return coupon.currency === currency ? Math.max(0, amountMinor - (coupon.valueMinor ?? 0)) : null;
    case "cash":
      return coupon.currency === currency && (coupon.valueMinor ?? 0) >= amountMinor ? 0 : null;
  }
}
