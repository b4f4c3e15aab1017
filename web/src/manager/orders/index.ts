export { areDaysWrong, orderListRequest, readOrderFilters } from "./order-filters.ts";
export { type LabelOf, labelsOf, statusTones } from "./order-labels.ts";
export { OrderStop } from "./order-stop.tsx";
export { useOrder } from "./use-order.ts";
