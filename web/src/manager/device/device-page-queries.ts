import type { devicePage, TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { normaliseDeviceId } from "@reposo/contract/text/typed-text.ts";
import { queryOptions } from "@tanstack/react-query";
import { alertsQuery } from "#manager/alerts/index.ts";
import { figureOptions } from "#manager/statistics/index.ts";
import { listQuery, rowsPerPage } from "#manager/shared/lists/list-query.ts";
import { holds, mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { apiQuery, type DataOf, type PageQuery } from "#shared/api/api-query.ts";
import { orderQuery } from "#shared/api/order-query.ts";

export type DevicePageData = ReplyOf<typeof devicePage>;

/** Returns the chair of the page's address; null without one. */
export const readDeviceId = (query: URLSearchParams): string | null =>
  normaliseDeviceId(query.get("deviceId") ?? "") || null;

/**
 * The state, income, and usage of one chair.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const devicePageQuery = (deviceId: string, zone: string | null) => ({
  ...apiQuery("devicePage", { deviceId }, zone),
  ...figureOptions,
});

export const deviceTimelineQuery = (deviceId: string) =>
  listQuery<TimelineEntry>(apiQuery("deviceTimeline", { deviceId, limit: rowsPerPage }));

/** A live event of the chair refetches these data earlier. */
const staleTime = 30_000;

const pendingPollMs = 5_000;

/**
 * The requested and the reported configuration of a chair. The server sends a live event of the chair when either
 * changes.
 */
export const deviceConfigurationQuery = (deviceId: string) =>
  queryOptions({
    ...apiQuery("deviceConfiguration", { deviceId }),
    staleTime,
    refetchOnWindowFocus: "always",
    // Polls while the request is pending, because the live stream may be interrupted when the chair applies it.
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? pendingPollMs : false),
  });

const testRunPollMs = 2_000;

/** The chair's latest test run; null if there was none. */
export const testRunQuery = (deviceId: string) =>
  queryOptions({
    ...apiQuery("testRun", { deviceId }),
    staleTime,
    // The end of a run that is not stopped is not reported before the chair's event.
    refetchInterval: ({ state: { data } }) => (data?.endsAt ? testRunPollMs : false),
  });

/** The queries of the first view of the page; none if its address names no chair. */
export function firstDeviceQueries({
  search,
  account,
  zone,
  dataOf,
}: {
  readonly search: string;
  readonly account: UserInfo;
  readonly zone: string | null;
  readonly dataOf: DataOf;
}): readonly PageQuery[] {
  const deviceId = readDeviceId(new URLSearchParams(search));
  if (deviceId === null) return [];
  const orderId = dataOf(devicePageQuery(deviceId, zone))?.device.orderId ?? null;
  return [
    devicePageQuery(deviceId, zone),
    alertsQuery({ deviceId }),
    deviceConfigurationQuery(deviceId),
    ...(holds(account, "service") ? [testRunQuery(deviceId)] : []),
    ...(mayOpen(account, "details") ? [deviceTimelineQuery(deviceId)] : []),
    ...(holds(account, "stop") && orderId !== null ? [orderQuery(orderId)] : []),
  ];
}
