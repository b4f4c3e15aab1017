export { localTime, OrderFacts } from "./customer-order-facts.tsx";
export { recentOrders, receipt } from "./lazy-order-sections.ts";
export { type OrderOutcome, outcomeOf, moneyOf, returnedOf } from "./order-outcome.ts";
export { cancelPromise, hasReceipt, type OrderFollowed, pendingPromise, phaseOf } from "./order-phase.ts";
export { type FollowedOrderState, useFollowedOrder } from "./use-followed-order.ts";
