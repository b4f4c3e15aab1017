export {
  type DeviceFilters,
  type DeviceRow,
  filterQuery,
  isFiltered,
  listRequest,
  noFilters,
  readFilters,
} from "./device-filters.ts";
export { DeviceRows, type FaultLabel } from "./device-row.tsx";
export { useDevice, useDeviceList, useLiveDevices } from "./use-device-list.ts";
