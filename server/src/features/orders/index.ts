export { createCurrentMonths, createOrders, type Orders } from "./create-orders.ts";
export { countNormalByPoint, countOrders } from "./listing/count-orders.ts";
export { type OrderFilterRequest, readOrderFilter } from "./listing/order-filter.ts";
export { allOrders, type ExportedOrder } from "./listing/order-list-store.ts";
export {
  countMatching,
  countNormalByDevice,
  countNormalByOutlet,
  type OrderFilter,
  type OrderPoint,
} from "./listing/order-counts-store.ts";
export { rollUpOrders } from "./listing/order-rollups-store.ts";
export { benefitLeftMinor, exceedsMinor, type OrderMoney } from "./benefits/benefit-rules.ts";
export { hasPaidBefore, hasStartedOrder, moneyOfOrder } from "./benefits/order-money-store.ts";
export { createOrderMonths, lockOrder } from "./record/orders-store.ts";
export { defaultOrderTimes, type OrderDependencies, type OrderTimes } from "./record/order-dependencies.ts";
export { allMoves } from "./record/order-graph-rules.ts";
export { reviewQuarantinedCoin, type CoinReview } from "./coins/review-quarantined-coin.ts";
export { setCoinLimit } from "./coins/coin-contexts-store.ts";
export {
  type CoinKey,
  listQuarantinedCoins,
  type QuarantinedCoin,
  waitingCoinsOf,
} from "./coins/quarantined-coins-store.ts";
export { retryRefund, settleRefund, type StuckOutcome } from "./refunds/resolve-stuck-refund.ts";
export {
  type ExceedsMoney,
  refundableMinor,
  lockRefundable,
  refundManually,
  type RefundOutcome,
} from "./refunds/refund-manually.ts";
