import { deviceConfiguration } from "@reposo/contract/devices/device-configuration.ts";
import { devicePage, deviceTimeline, type TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { useListVisit } from "#manager/shared/lists/list-visit.ts";
import { usePagedList } from "#manager/shared/lists/use-paged-list.ts";
import { callApi } from "#shared/api/api-client.ts";
import { followedFigures } from "#manager/figures/index.ts";
import { deviceOffset } from "#shared/time/time-zone.ts";

export type DevicePageData = ReplyOf<typeof devicePage>;

/** State, income and use of one chair; refetched whenever an event may have changed a figure. */
export const useDevicePage = (token: string, deviceId: string) =>
  useQuery({
    queryKey: [followedFigures, "device", deviceId, token, deviceOffset()],
    queryFn: ({ signal }) => callApi(devicePage, { deviceId }, { signal, quiet: true }),
    staleTime: 30_000,
    // No event is sent at midnight.
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });

export const useDeviceTimeline = (token: string, deviceId: string) =>
  usePagedList<TimelineEntry>({
    key: followedFigures,
    visit: useListVisit("timeline", token, deviceId),
    isSection: true,
    fetchPage: (cursor, signal) =>
      callApi(
        deviceTimeline,
        { deviceId, limit: 20, ...(cursor === null ? {} : { cursor }) },
        { signal, quiet: true },
      ),
  });

const pendingPollMs = 5_000;

/** The requested and the reported configuration of a chair. A change of either is a live event of the chair. */
export const useDeviceConfiguration = (token: string, deviceId: string) =>
  useQuery({
    queryKey: ["deviceConfiguration", deviceId, token],
    queryFn: ({ signal }) => callApi(deviceConfiguration, { deviceId }, { signal, quiet: true }),
    refetchOnWindowFocus: "always",
    // The live stream may be interrupted when the chair applies the request.
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? pendingPollMs : false),
  });
