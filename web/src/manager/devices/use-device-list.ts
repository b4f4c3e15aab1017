import { deviceList } from "@reposo/contract/devices.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { readAnewUnlessDeep } from "#manager/lists/deep-lists.ts";
import type { ListVisit } from "#manager/lists/list-visit.ts";
import { useNewsAfterReading } from "#manager/lists/news-after-reading.ts";
import { type PagedList, usePagedList } from "#manager/lists/paged-list.ts";
import { useQuietMoment } from "#manager/lists/quiet-moment.ts";
import {
  type DeviceFilters,
  type DeviceRow,
  fitsDeviceFilters,
  followsState,
  listRequest,
} from "./device-filters.ts";
import { type DevicePages, newsOf, withDeviceNews, withTotal } from "./device-pages.ts";

/** Chairs of the manager's outlets by number, twenty a page. */
export const useDeviceList = (visit: ListVisit, filters: DeviceFilters): PagedList<DeviceRow> =>
  usePagedList<DeviceRow>("devices", visit, (cursor, signal) =>
    callApi(deviceList, listRequest(filters, cursor), { signal, quiet: true }),
  );

const deviceIdOf = ({ deviceId }: DeviceRow): string => deviceId;

const recountMilliseconds = 3_000;

/**
 * Hands a chair's news to the list. Its row follows at once; it enters or leaves a filtered list when no finger is on
 * the page. `maybeOld`: events were missed, and the list is too deep to be read anew unasked.
 */
export function useLiveDevices(list: PagedList<DeviceRow>, filters: DeviceFilters) {
  const client = useQueryClient();
  const whenQuiet = useQuietMoment();
  const [old, setOld] = useState<PagedList<DeviceRow>["queryKey"] | null>(null);
  const latest = useRef(new Map<string, DeviceRow>());
  const recount = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(recount.current);
      recount.current = undefined;
    },
    [list.queryKey],
  );
  const { queryKey } = list;

  const change = (make: (data: DevicePages) => DevicePages) =>
    client.setQueryData<DevicePages>(queryKey, (data) => (data === undefined ? data : make(data)));

  /** A chair beyond the rows read may have entered or left: only the server can count those. */
  function countAnew(): void {
    recount.current ??= setTimeout(() => {
      recount.current = undefined;
      callApi(deviceList, { ...listRequest(filters, null), limit: 1 }, { quiet: true }).then(
        ({ total }) => change((data) => withTotal(data, total)),
        () => undefined,
      );
    }, recountMilliseconds);
  }

  const put = useNewsAfterReading(queryKey, deviceIdOf, (device: DeviceRow) => {
    const data = client.getQueryData<DevicePages>(queryKey);
    if (data === undefined) return;
    latest.current.set(device.deviceId, device);
    const fits = fitsDeviceFilters(device, filters);
    const news = newsOf(data, device, fits);
    if (news === "replace") change((now) => withDeviceNews(now, device, newsOf(now, device, true)));
    else if (news !== "outOfSight") {
      whenQuiet(() => {
        // More may have happened to the chair while the list had to wait.
        const row = latest.current.get(device.deviceId) ?? device;
        change((now) => withDeviceNews(now, row, newsOf(now, row, fitsDeviceFilters(row, filters))));
      });
    } else if (followsState(filters) && data.pages[data.pages.length - 1]?.nextCursor !== null) countAnew();
  });

  function reset(): void {
    if (!readAnewUnlessDeep(client, queryKey)) setOld(queryKey);
  }

  function show(): void {
    setOld(null);
    void list.startOver();
  }

  return { put, reset, maybeOld: old === queryKey, show };
}

/** One chair: the list's own row, or what the server says where the list does not hold it. */
export function useDevice(token: string, deviceId: string | null, list: PagedList<DeviceRow>) {
  const inList =
    deviceId === null
      ? undefined
      : list.data?.pages.flatMap(({ items }) => items).find((row) => row.deviceId === deviceId);
  const queryKey = useMemo(() => ["device", token, deviceId], [token, deviceId]);
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const request = { deviceId: deviceId ?? "", limit: 1 };
      const { items } = await callApi(deviceList, request, { signal, quiet: true });
      return items[0] ?? null;
    },
    enabled: deviceId !== null && inList === undefined && list.data !== undefined,
  });
  const client = useQueryClient();
  const put = useNewsAfterReading(queryKey, deviceIdOf, (device: DeviceRow) => {
    if (device.deviceId !== deviceId) return;
    client.setQueryData(queryKey, (known: DeviceRow | undefined | null) =>
      known === undefined ? known : device,
    );
  });
  const { data: listed, isError: listFailed } = list;
  return {
    device: inList ?? asked.data,
    failed: asked.isError || (listed === undefined && listFailed),
    retry: () => void (listed === undefined ? list.refetch() : asked.refetch()),
    put,
  };
}
