import type { OrderStatus } from "#orders/orders.ts";
import type { FeedbackState } from "./feedback.ts";

/** Maximum feedback per order, so that one customer cannot flood a manager's list. */
export const maxFeedbackPerOrder = 10;

/** States of feedback that waits for the outlet's reply. */
export const openFeedbackStates: readonly FeedbackState[] = ["sent", "lookedAt"];

/** Whether feedback on an order may have files: only if the order was paid or started with a coupon. */
export const acceptsMedia = (status: OrderStatus): boolean => status !== "unpaid" && status !== "cancelled";

/**
 * Maximum open feedback of a customer on an order in this status. On an order without a payment and without a redeemed
 * coupon, a further feedback is accepted only after the outlet has replied, because anybody can place such orders, and
 * orders with feedback are never deleted.
 */
export const maxOpenFeedbackOf = (status: OrderStatus): number =>
  acceptsMedia(status) ? maxFeedbackPerOrder : 1;
