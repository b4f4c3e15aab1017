export { orderChips } from "./order-chips.ts";
export { presetOf } from "./order-days.ts";
export { orderFacts } from "./order-facts.ts";
export { OrderFilterSheet } from "./order-filter-sheet.tsx";
export {
  type OrderFilters,
  type OrderRow,
  isOrderFiltered,
  noOrderFilters,
  orderFilterFields,
  orderFilterQuery,
  readOrderFilters,
} from "./order-filters.ts";
export { type LabelOf, labelsOf } from "./order-labels.ts";
export { OrderRows } from "./order-rows.tsx";
export { OrderStop } from "./order-stop.tsx";
export { OrderSummary } from "./order-summary.tsx";
export { mayStop, useOrder } from "./use-order.ts";
export { useLiveOrders, useOrderList } from "./use-order-list.ts";
