import type { devicePage, TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { listQuery } from "#manager/shared/lists/list-query.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { rowsPerPage } from "#manager/shared/lists/page-request.ts";
import { usePagedList } from "#manager/shared/lists/use-paged-list.ts";
import { callApi } from "#shared/api/api-client.ts";
import { figureOptions, figuresKey } from "#manager/statistics/index.ts";
import { zoneKey } from "#shared/time/time-zone.ts";

export type DevicePageData = ReplyOf<typeof devicePage>;

/**
 * Fetches the state, income, and usage of one chair. The query key starts with `figuresKey`, so that live events
 * refetch it.
 */
export const useDevicePage = (token: string, deviceId: string) =>
  useQuery({
    queryKey: [figuresKey, "device", deviceId, token, zoneKey()],
    queryFn: ({ signal }) => callApi("devicePage", { deviceId }, { signal, quiet: true }),
    ...figureOptions,
  });

export const useDeviceTimeline = (token: string, deviceId: string) =>
  usePagedList<TimelineEntry>({
    of: listQuery(apiQuery("deviceTimeline", { deviceId, limit: rowsPerPage })),
    visit: useListVisit("timeline", token, deviceId),
    isSection: true,
  });

const pendingPollMs = 5_000;

/**
 * Fetches the requested and the reported configuration of a chair. The server sends a live event of the chair when
 * either changes.
 */
export const useDeviceConfiguration = (token: string, deviceId: string) =>
  useQuery({
    queryKey: ["deviceConfiguration", deviceId, token],
    queryFn: ({ signal }) => callApi("deviceConfiguration", { deviceId }, { signal, quiet: true }),
    refetchOnWindowFocus: "always",
    // Polls while the request is pending, because the live stream may be interrupted when the chair applies it.
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? pendingPollMs : false),
  });
