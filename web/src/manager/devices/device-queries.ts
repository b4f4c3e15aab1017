import { listQuery } from "#manager/shared/lists/list-query.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { type DeviceFilters, type DeviceRow, listRequest } from "./device-filters.ts";

export const deviceListQuery = (filters: DeviceFilters) =>
  listQuery<DeviceRow>(apiQuery("deviceList", listRequest(filters)));
