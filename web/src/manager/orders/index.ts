export { changesDaySums, dayOfSums } from "#manager/orders/list/order-day-queries.ts";
export { firstOrderQueries } from "#manager/orders/list/order-list-query.ts";
export { type LabelOf, labelsOf, statusTones } from "./order-labels.ts";
export { OrderStop } from "#manager/orders/detail/order-stop.tsx";
export { useOrder } from "#manager/orders/detail/use-order.ts";
