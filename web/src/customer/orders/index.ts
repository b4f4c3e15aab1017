import { lazyComponent } from "#shared/lazy/lazy-component.tsx";

export { localTime, OrderFacts } from "./customer-order-facts.tsx";
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
export const receipt = lazyComponent(() => import("./receipt.tsx"), "receipts");
export const recentOrders = lazyComponent(() => import("./recent-orders.tsx"), "receipts");
