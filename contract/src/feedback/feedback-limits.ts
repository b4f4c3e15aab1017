import type { OrderStatus } from "#orders/orders.ts";
import { acceptsMedia } from "./feedback-media.ts";

/** Maximum feedback per order, so that one customer cannot flood a manager's list. */
export const maxFeedbackPerOrder = 10;

/**
 * Maximum feedback of customers on an order in this status. An order without a payment and without a redeemed coupon
 * accepts one, because anybody can place such orders, and orders with feedback are never deleted.
 */
export const maxFeedbackOf = (status: OrderStatus): number =>
  acceptsMedia(status) ? maxFeedbackPerOrder : 1;
