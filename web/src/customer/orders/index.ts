export { localTime, OrderFacts } from "./customer-order-facts.tsx";
export { recentOrders, receipt } from "./lazy-order-sections.ts";
export {
  type Ending,
  endingOf,
  hasReceipt,
  moneyOf,
  type OrderFollowed,
  pendingPromise,
  phaseOf,
  returnedOf,
} from "./order-phase.ts";
export { type FollowedOrderState, useFollowedOrder } from "./use-followed-order.ts";
