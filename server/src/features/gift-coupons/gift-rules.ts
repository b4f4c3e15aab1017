import type { Currency } from "@reposo/contract/fields.ts";
import type { GiftLimit } from "@reposo/contract/orders/gift-coupons.ts";

/** Limits within which managers may give coupons without the operator's approval. */
export interface GiftLimits {
  /** Maximum number of coupons per outlet and day in the outlet's time zone. */
  readonly perDay: number;
  /** Maximum number of coupons per outlet and calendar month in the outlet's time zone. */
  readonly perMonth: number;
  /** Maximum age of the order in days of 24 hours. */
  readonly orderDays: number;
}

/** The values that are compared with the limits. The first two count the coupons given without approval. */
export interface GiftFacts {
  readonly givenToday: number;
  readonly givenThisMonth: number;
  readonly orderAgeMs: number;
  readonly orderAmountMinor: number;
  /** Value of earlier gifts for the order in minor units; null if one of them is a free massage. */
  readonly givenOfOrderMinor: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the value of the coupon, which is the amount of the order; null (a free massage) for an order without
 * amount.
 */
export const giftValue = (order: { readonly amountMinor: number; readonly currency: Currency }) =>
  order.amountMinor > 0 ? { valueMinor: order.amountMinor, currency: order.currency } : null;

/** Returns the first limit that one more coupon would exceed, or null if it may be given without approval. */
export function exceededLimit(limits: GiftLimits, facts: GiftFacts): GiftLimit | null {
  const { orderAmountMinor, givenOfOrderMinor } = facts;
  if (facts.orderAgeMs > limits.orderDays * dayMs) return "orderAge";
  // The coupons of an order may be worth at most its amount. Every coupon is worth the whole amount, so only the first
  // one is within the limit. A free massage has no value that could be compared.
  if (orderAmountMinor === 0 || givenOfOrderMinor === null || givenOfOrderMinor > 0) return "value";
  if (facts.givenToday >= limits.perDay) return "day";
  return facts.givenThisMonth >= limits.perMonth ? "month" : null;
}

/** Returns the setting of a limit; null for `value`, which has no setting, and if no limit is exceeded. */
export function limitValue(limits: GiftLimits, limit: GiftLimit | null): number | null {
  if (limit === "day") return limits.perDay;
  if (limit === "month") return limits.perMonth;
  return limit === "orderAge" ? limits.orderDays : null;
}
