export { orderChips } from "./order-chips.ts";
export { presetOf } from "./order-days.ts";
export {
  type OrderFilters,
  type OrderRow,
  areDaysWrong,
  firstPageRequest,
  isOrderFiltered,
  noOrderFilters,
  orderFilterQuery,
  readOrderFilters,
} from "./order-filters.ts";
export { type LabelOf, labelsOf, statusTones } from "./order-labels.ts";
export { OrderRows } from "./order-rows.tsx";
export { useLiveOrders, useOrderList, useOrderVisit } from "./use-order-list.ts";
