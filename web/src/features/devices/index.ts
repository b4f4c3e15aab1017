export { DeviceFilterSheet } from "./device-filter-sheet.tsx";
export { type DeviceFilters, filterQuery, isFiltered, noFilters, readFilters } from "./device-filters.ts";
export { DeviceRows, type FaultLabel } from "./device-row.tsx";
export { useKeptPlace, useReturning } from "./kept-place.ts";
export { LoadAhead } from "./load-ahead.tsx";
export { useDeviceList, useLiveDevices } from "./use-device-list.ts";
