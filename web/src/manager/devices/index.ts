export { type DeviceRow, listRequest, readFilters } from "./device-filters.ts";
export { DeviceSummary } from "./device-summary.tsx";
export { type FaultLabel, useFaultLabel } from "./use-fault-label.ts";
