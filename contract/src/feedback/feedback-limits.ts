import type { FeedbackState } from "./feedback.ts";
import type { OrderStatus } from "#orders/order-values.ts";

/** Maximum feedback per order, so that one customer cannot flood a manager's list. */
export const maxFeedbackPerOrder = 10;

/** States of feedback that waits for the outlet's reply. */
export const openFeedbackStates: readonly FeedbackState[] = ["sent", "lookedAt"];

interface PaidOrder {
  readonly orderStatus: OrderStatus;
  readonly amount: number;
  /** What was returned of it. */
  readonly refunded: number;
  /** What banks withdrew of it because of disputes. */
  readonly disputed: number;
}

const startedStatuses: readonly OrderStatus[] = ["paid", "starting", "running", "completed"];

/**
 * Whether feedback on an order may have files: only if the order was started with a coupon, or with a payment that was
 * neither refunded nor disputed in full, because anybody can place other orders without cost.
 */
export const acceptsMedia = ({ orderStatus, amount, refunded, disputed }: PaidOrder): boolean =>
  startedStatuses.includes(orderStatus) && (amount === 0 || refunded + disputed < amount);

/**
 * Maximum open feedback of a customer on an order. On an order that does not accept files, a further feedback is accepted
 * only after the outlet has replied, because orders with feedback are never deleted.
 */
export const maxOpenFeedbackOf = (order: PaidOrder): number =>
  acceptsMedia(order) ? maxFeedbackPerOrder : 1;
