import type { Settings } from "./settings.ts";

/**
 * Limits on calls and unpaid orders. Limits per address must be high, since all customers of a mall may share an
 * address.
 */
export function readLimits({ integer }: Settings) {
  return {
    callsPerMinuteAddress: integer("CALLS_PER_MINUTE_ADDRESS", 1200, 1),
    healthCallsPerMinuteAddress: integer("HEALTH_CALLS_PER_MINUTE_ADDRESS", 600, 1),
    webhooksPerMinuteAddress: integer("WEBHOOKS_PER_MINUTE_ADDRESS", 6000, 1),
    loginsPerMinuteAccount: integer("LOGINS_PER_MINUTE_ACCOUNT", 10, 1),
    loginsPerMinuteAddress: integer("LOGINS_PER_MINUTE_ADDRESS", 100, 1),
    couponTriesPerMinuteToken: integer("COUPON_TRIES_PER_MINUTE_TOKEN", 10, 1),
    couponTriesPerMinuteAddress: integer("COUPON_TRIES_PER_MINUTE_ADDRESS", 120, 1),
    /** Maximum number of orders that are placed, but not paid, within the time that a customer has for a payment. */
    unpaidOrdersPerCustomer: integer("UNPAID_ORDERS_PER_CUSTOMER", 10, 1),
    unpaidOrdersPerAddress: integer("UNPAID_ORDERS_PER_ADDRESS", 200, 1),
    /** Limit for all addresses together; one address may place at most a quarter of these orders. */
    unpaidOrdersPerChair: integer("UNPAID_ORDERS_PER_CHAIR", 60, 1),
    /** Maximum share (percent) of a coupon's remaining uses that unpaid orders of one address may reserve. */
    couponPercentPerAddress: integer("COUPON_PERCENT_PER_ADDRESS", 25, 1, 100),
    /** Average number of events that each chair may send; three hours' worth at once. */
    chairEventsPerMinute: integer("CHAIR_EVENTS_PER_MINUTE", 60, 1),
  };
}
