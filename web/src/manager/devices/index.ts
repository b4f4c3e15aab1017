export { type DeviceRow } from "./device-filters.ts";
export { firstDeviceListQuery } from "./device-queries.ts";
export { LastSeen, TimeLeft } from "./device-row.tsx";
export { type FaultLabel, useFaultLabel } from "./use-fault-label.ts";
