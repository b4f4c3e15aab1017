import { devicePage, deviceTimeline } from "@reposo/contract/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/frame/followed-figures.ts";
import { sentOffset } from "#shared/time/time-zone.ts";

export type DevicePageData = ReplyOf<typeof devicePage>;

/** State, income and use of one chair; refetched whenever an event may have changed a figure. */
export const useDevicePage = (token: string, deviceId: string) =>
  useQuery({
    queryKey: [followedFigures, "device", deviceId, token, sentOffset()],
    queryFn: ({ signal }) => callApi(devicePage, { deviceId }, { signal, quiet: true }),
    staleTime: 30_000,
    // Midnight comes without an event.
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });

/** The chair's timeline, twenty entries a page, newest first. */
export const useDeviceTimeline = (token: string, deviceId: string) =>
  useInfiniteQuery({
    queryKey: [followedFigures, "timeline", deviceId, token],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        deviceTimeline,
        { deviceId, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ReplyOf<typeof deviceTimeline>) => page.nextCursor,
    staleTime: 30_000,
  });
