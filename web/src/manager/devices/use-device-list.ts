import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { ListVisit } from "#manager/shared/lists/list-visit.ts";
import { type PagedList, usePagedList } from "#manager/shared/lists/use-paged-list.ts";
import { useEventsDuringFetch } from "#manager/shared/lists/events-during-fetch.ts";
import { useWhenIdle } from "#manager/shared/lists/when-idle.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { callApi } from "#shared/api/api-client.ts";
import {
  dependsOnState,
  type DeviceFilters,
  type DeviceRow,
  matchesDeviceFilters,
  listRequest,
} from "./device-filters.ts";
import { deviceListQuery } from "./device-queries.ts";
import { changeOf, type DevicePages, withDevice, withTotal } from "./device-pages.ts";

export const useDeviceList = (visit: ListVisit, filters: DeviceFilters): PagedList<DeviceRow> =>
  usePagedList({ of: deviceListQuery(filters), visit });

const deviceIdOf = ({ deviceId }: DeviceRow): string => deviceId;

/** Delay of a recount, so that many events cause only one call. */
const recountMilliseconds = 3_000;

/**
 * Applies live events to the list. A row is updated immediately, but is inserted or removed only when the page is idle,
 * so that rows do not move under the user's finger.
 */
export function useLiveDevices({ queryKey }: PagedList<DeviceRow>, filters: DeviceFilters) {
  const client = useQueryClient();
  const whenIdle = useWhenIdle();
  const latest = useRef(new Map<string, DeviceRow>());
  const recountTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(recountTimer.current);
      recountTimer.current = undefined;
    },
    [queryKey],
  );

  const update = (change: (data: DevicePages) => DevicePages) =>
    client.setQueryData<DevicePages>(queryKey, (data) => (data === undefined ? data : change(data)));

  /**
   * Fetches the total from the server, because a device beyond the loaded rows may have entered or left the filtered
   * list.
   */
  function recount(): void {
    recountTimer.current ??= setTimeout(() => {
      recountTimer.current = undefined;
      callApi("deviceList", { ...listRequest(filters), limit: 1 }, { quiet: true }).then(
        ({ total }) => update((data) => withTotal(data, total)),
        () => undefined,
      );
    }, recountMilliseconds);
  }

  const put = useEventsDuringFetch(queryKey, deviceIdOf, (device: DeviceRow) => {
    const data = client.getQueryData<DevicePages>(queryKey);
    if (data === undefined) return;
    latest.current.set(device.deviceId, device);
    const change = changeOf(data, device, matchesDeviceFilters(device, filters));
    if (change === "replace") update((now) => withDevice(now, device, changeOf(now, device, true)));
    else if (change !== "none") {
      whenIdle(() => {
        // Further events of the device may have arrived before the page was idle.
        const row = latest.current.get(device.deviceId) ?? device;
        update((now) => withDevice(now, row, changeOf(now, row, matchesDeviceFilters(row, filters))));
      });
    } else if (dependsOnState(filters) && data.pages[data.pages.length - 1]?.nextCursor !== null) recount();
  });

  return { put, reset: () => void refetchAfterPending(client, { queryKey }) };
}

/**
 * Returns one device: its row of the list, or if that row is not loaded, its data from the server. `device` is
 * undefined until it has loaded, and null if no device has this ID.
 */
export function useDevice(token: string, deviceId: string | null, list: PagedList<DeviceRow>) {
  const listed =
    deviceId === null
      ? undefined
      : list.data?.pages.flatMap(({ items }) => items).find((row) => row.deviceId === deviceId);
  const queryKey = useMemo(() => ["device", token, deviceId], [token, deviceId]);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const request = { deviceId: deviceId ?? "", limit: 1 };
      const { items } = await callApi("deviceList", request, { signal, quiet: true });
      return items[0] ?? null;
    },
    enabled: deviceId !== null && listed === undefined && list.data !== undefined,
  });
  const client = useQueryClient();
  const put = useEventsDuringFetch(queryKey, deviceIdOf, (device: DeviceRow) => {
    if (device.deviceId !== deviceId) return;
    client.setQueryData(queryKey, (cached: DeviceRow | undefined | null) =>
      cached === undefined ? cached : device,
    );
  });
  const isListFailed = list.data === undefined && list.isError;
  return {
    device: listed ?? query.data,
    failed: query.isError || isListFailed,
    retry: () => void (list.data === undefined ? list.refetch() : query.refetch()),
    put,
  };
}
