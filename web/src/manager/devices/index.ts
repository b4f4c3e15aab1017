export { type DeviceRow, readFilters } from "./device-filters.ts";
export { deviceListQuery } from "./device-queries.ts";
export { LastSeen, TimeLeft } from "./device-row.tsx";
export { type FaultLabel, useFaultLabel } from "./use-fault-label.ts";
