import type { FetchQueryOptions, QueryKey } from "@tanstack/react-query";
import { type LazyComponent, lazyComponent, loadedComponent } from "#shared/lazy/lazy-component.tsx";
import type { RouteName } from "#shared/routing/routes.ts";
import { loginDevicesQuery } from "./account/index.ts";
import { alertListRequest, alertsQuery } from "./alerts/index.ts";
import { firstCashQueries } from "./cash/index.ts";
import { comparisonQuery, HomeScreen, statisticsQuery } from "./home/index.ts";
import { outletsQuery, positionProposalQuery } from "./location/index.ts";
import { notificationSettingsQuery } from "./notifications/index.ts";
import { firstDeviceQueries } from "./device/index.ts";
import { deviceListQuery, readFilters } from "./devices/index.ts";
import { firstOrderQueries } from "./orders/index.ts";
import type { UserInfo } from "./shared/session/launch.ts";

/** What the queries of a page depend on. */
export interface PageContext {
  readonly path: string;
  /** Query string including the question mark, or empty. */
  readonly search: string;
  readonly account: UserInfo;
  /** `zoneKey` of the time zone in which the page counts days. */
  readonly zone: string | null;
  /** The server's time, as ISO 8601. */
  readonly now: string;
}

/** A list that is fetched page by page. */
interface PagedQuery {
  readonly queryKey: QueryKey;
  readonly initialPageParam: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- The lists have different types of pages.
  readonly getNextPageParam: (...pages: any) => unknown;
}
// oxlint-disable-next-line typescript/no-explicit-any -- The queries of a page have different types of data.
type PageQuery = FetchQueryOptions<any, any, any, any> | PagedQuery;

export interface ManagerPage {
  readonly component: LazyComponent;
  /** The queries of the page's first view, whose replies the document contains. */
  readonly queries: (context: PageContext) => readonly PageQuery[];
}

/** The pages that the server renders with their content. */
export const pages: Partial<Record<RouteName, ManagerPage>> = {
  home: {
    // Home is part of the entry chunk, because most visits open it.
    component: loadedComponent(HomeScreen),
    queries: ({ zone }) => [statisticsQuery(zone), comparisonQuery(zone)],
  },
  alerts: {
    component: lazyComponent(() => import("./alerts/alerts-screen.tsx")),
    queries: ({ search }) => [alertsQuery(alertListRequest(new URLSearchParams(search)))],
  },
  user: {
    component: lazyComponent(() => import("./account/user-screen.tsx")),
    queries: () => [loginDevicesQuery],
  },
  notifications: {
    component: lazyComponent(() => import("./notifications/notifications-screen.tsx")),
    queries: () => [notificationSettingsQuery],
  },
  deviceList: {
    component: lazyComponent(() => import("./devices/device-list-screen.tsx")),
    queries: ({ search }) => [deviceListQuery(readFilters(new URLSearchParams(search)))],
  },
  device: {
    component: lazyComponent(() => import("./device/device-screen.tsx")),
    queries: ({ search, account, zone }) => firstDeviceQueries(search, account, zone),
  },
  orders: {
    component: lazyComponent(() => import("./orders/orders-screen.tsx")),
    queries: ({ search, zone }) => firstOrderQueries(search, zone),
  },
  cash: {
    component: lazyComponent(() => import("./cash/cash-screen.tsx")),
    queries: firstCashQueries,
  },
  locationOpen: {
    component: lazyComponent(() => import("./location/location-open-screen.tsx")),
    queries: ({ search, account }) => {
      const areaId = new URLSearchParams(search).get("areaId");
      const isOwn = areaId !== null && account.outlets.some((outlet) => outlet.areaId === areaId);
      return isOwn ? [outletsQuery, positionProposalQuery(areaId)] : [outletsQuery];
    },
  },
  locationChoose: {
    component: lazyComponent(() => import("./location/location-choose-screen.tsx")),
    queries: ({ search }) => (new URLSearchParams(search).has("areaId") ? [outletsQuery] : []),
  },
};
