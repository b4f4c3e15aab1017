export { OrderFacts } from "./customer-order-facts.tsx";
export { type OrderOutcome, outcomeOf, moneyOf, returnedOf } from "./order-outcome.ts";
export { cancelPromise, hasReceipt, type OrderFollowed, pendingPromise, phaseOf } from "./order-phase.ts";
export { ownOrdersQuery } from "./own-orders-query.ts";
export { PaymentSummary } from "./payment-summary.tsx";
export { Receipt } from "./receipt.tsx";
export { RecentOrders } from "./recent-orders.tsx";
export { type FollowedOrderState, useFollowedOrder } from "./use-followed-order.ts";
export { useOwnFeedback } from "./use-own-feedback.ts";
