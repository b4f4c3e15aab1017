export { type DeviceRow, readFilters } from "./device-filters.ts";
export { deviceListQuery } from "./device-queries.ts";
export { DeviceSummary } from "./device-summary.tsx";
export { type FaultLabel, useFaultLabel } from "./use-fault-label.ts";
