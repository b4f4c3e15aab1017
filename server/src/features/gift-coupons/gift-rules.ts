import type { Currency } from "@reposo/contract/fields.ts";
import type { GiftLimit } from "@reposo/contract/gift-coupons.ts";

/** What managers may give without the operator's approval. */
export interface GiftLimits {
  /** Coupons an outlet and day, the day being the outlet's own. */
  readonly perDay: number;
  /** Coupons an outlet and month. */
  readonly perMonth: number;
  /** Age of the order in days of 24 hours. */
  readonly orderDays: number;
}

export interface GiftFacts {
  readonly givenToday: number;
  readonly givenThisMonth: number;
  readonly orderAgeMs: number;
  readonly orderAmountMinor: number;
  /** Minor units that gifts for the same order are worth already; null where one of them is a free massage. */
  readonly givenOfOrderMinor: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A coupon is worth what the order cost; for an order that cost nothing it is a free massage of any price. */
export const giftWorth = (order: { readonly amountMinor: number; readonly currency: Currency }) =>
  order.amountMinor > 0 ? { valueMinor: order.amountMinor, currency: order.currency } : null;

/** The first limit that one more coupon would exceed; null where it may be given at once. */
export function exceededLimit(limits: GiftLimits, facts: GiftFacts): GiftLimit | null {
  const { orderAmountMinor, givenOfOrderMinor } = facts;
  if (facts.orderAgeMs > limits.orderDays * dayMs) return "orderAge";
  if (orderAmountMinor === 0 || givenOfOrderMinor === null || givenOfOrderMinor > 0) return "value";
  if (facts.givenToday >= limits.perDay) return "day";
  return facts.givenThisMonth >= limits.perMonth ? "month" : null;
}

/** The figure of a limit, to be shown with it. */
export function mostOf(limits: GiftLimits, limit: GiftLimit | null): number | null {
  if (limit === "day") return limits.perDay;
  if (limit === "month") return limits.perMonth;
  return limit === "orderAge" ? limits.orderDays : null;
}
