import { deviceList } from "@reposo/contract/devices.ts";
import { type QueryKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { callApi } from "#platform/api-client.ts";
import { readAnew } from "#platform/read-anew.ts";
import { type DeviceFilters, listRequest } from "./device-filters.ts";
import { type DevicePage, type DevicePages, type DeviceRow, withLiveDevice } from "./device-pages.ts";
import { keptPagesUpdatedAt, readKeptPages } from "./kept-pages.ts";

const key = ["devices"] as const;

/** Chairs of the manager's outlets, twenty a page; what a reload or Back interrupted is shown again at once. */
export function useDeviceList(token: string | null, filters: DeviceFilters) {
  return useInfiniteQuery<DevicePage, Error, DevicePages, QueryKey, string | null>({
    queryKey: [...key, token, filters],
    queryFn: ({ pageParam, signal }) =>
      callApi(deviceList, listRequest(filters, pageParam), { signal, quiet: true }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: token !== null,
    initialData: () => readKeptPages(token, filters) ?? undefined,
    initialDataUpdatedAt: () => keptPagesUpdatedAt(token, filters),
    staleTime: 30_000,
    // Live rows keep the list right; coming back to the tab must not read hundreds of pages again.
    refetchOnWindowFocus: false,
  });
}

/** Hands live rows to every list on the screen; `reset` says that events were missed. */
export function useLiveDevices(): { put(device: DeviceRow): void; reset(): void } {
  const client = useQueryClient();
  const put = useCallback(
    (device: DeviceRow) => {
      client.setQueriesData<DevicePages>({ queryKey: key }, (data) =>
        data === undefined ? data : withLiveDevice(data, device),
      );
    },
    [client],
  );
  const reset = useCallback(() => void readAnew(client, key), [client]);
  return { put, reset };
}
