export { areDaysWrong, firstPageRequest, readOrderFilters } from "./order-filters.ts";
export { type LabelOf, labelsOf, statusTones } from "./order-labels.ts";
