import type { GiftLimit } from "@reposo/contract/orders/gift-coupons.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

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
  /** What was received for the order and neither returned nor given, in minor units. */
  readonly leftMinor: number;
  /** Whether the manager who gives the coupon has sent the feedback. */
  readonly isOwnFeedback: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the value of the coupon, which is what is left of the order's money. If nothing is left, the operator decides
 * on a coupon worth the amount of the order, or for an order without amount, on a free massage (null).
 */
export function giftValue(
  { amountMinor, currency }: { readonly amountMinor: number; readonly currency: Currency },
  leftMinor: number,
) {
  const valueMinor = leftMinor > 0 ? leftMinor : amountMinor;
  return valueMinor > 0 ? { valueMinor, currency } : null;
}

/** Returns the first limit that one more coupon would exceed, or null if it may be given without approval. */
export function exceededLimit(limits: GiftLimits, facts: GiftFacts): GiftLimit | null {
  if (facts.leftMinor === 0) return "value";
  if (facts.isOwnFeedback) return "ownFeedback";
  if (facts.orderAgeMs > limits.orderDays * dayMs) return "orderAge";
  if (facts.givenToday >= limits.perDay) return "day";
  return facts.givenThisMonth >= limits.perMonth ? "month" : null;
}

/** Returns the setting of a limit; null for a limit without a setting, and if no limit is exceeded. */
export function limitValue(limits: GiftLimits, limit: GiftLimit | null): number | null {
  if (limit === "day") return limits.perDay;
  if (limit === "month") return limits.perMonth;
  return limit === "orderAge" ? limits.orderDays : null;
}
