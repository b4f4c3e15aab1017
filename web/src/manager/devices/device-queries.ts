import { type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { type DeviceSort, deviceSorts } from "@reposo/contract/devices/device-sorts.ts";
import { readSorting, sortFields } from "#manager/shared/lists/table-state.ts";
import { type LoadedRows, listQuery } from "#manager/shared/lists/list-query.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { type DeviceFilters, type DeviceRow, listRequest, readFilters } from "./device-filters.ts";

export interface DeviceSorting {
  readonly column: DeviceSort;
  readonly ascending: boolean;
}

export const deviceListQuery = (filters: DeviceFilters, sorting: DeviceSorting | null) =>
  listQuery<DeviceRow>(apiQuery("deviceList", { ...listRequest(filters), ...sortFields(sorting) }));

/** The query of the first view of the page. */
export function firstDeviceListQuery(search: string) {
  const query = new URLSearchParams(search);
  return deviceListQuery(readFilters(query), readSorting(query, deviceSorts));
}

/**
 * Returns one device: its row of the list, or if that row is not loaded, its data from the server. `device` is
 * undefined until it has loaded, and null if no device has this ID.
 */
export function useDevice(deviceId: string | null, list: UseInfiniteQueryResult<LoadedRows<DeviceRow>>) {
  const listed = list.data?.rows.find((row) => row.deviceId === deviceId);
  const query = useQuery({
    ...apiQuery("deviceList", { deviceId: deviceId ?? "", limit: 1 }),
    enabled: deviceId !== null && listed === undefined && list.data !== undefined,
    select: ({ items }) => items[0] ?? null,
  });
  const isListMissing = list.data === undefined;
  return {
    device: listed ?? query.data,
    failed: query.isError || (isListMissing && list.isError),
    retry: () => void (isListMissing ? list.refetch() : query.refetch()),
  };
}
