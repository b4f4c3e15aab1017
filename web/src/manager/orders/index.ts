export { changesDaySums } from "./order-day-queries.ts";
export { firstOrderQueries } from "./order-list-query.ts";
export { type LabelOf, labelsOf, statusTones } from "./order-labels.ts";
export { OrderStop } from "./order-stop.tsx";
export { useOrder } from "./use-order.ts";
