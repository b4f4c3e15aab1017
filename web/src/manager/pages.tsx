import type { DataOf, PageQuery } from "#shared/api/api-query.ts";
import { type LazyPage, lazyPage } from "#shared/lazy/lazy-page.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { loginDevicesQuery } from "./account/index.ts";
import { alertListRequest, alertsQuery } from "./alerts/index.ts";
import { firstCashQueries } from "./cash/index.ts";
import { firstFeedbackQueries } from "./feedback/index.ts";
import { homeQueries } from "./home/index.ts";
import { firstLocationQueries, outletsQuery } from "./location/index.ts";
import { notificationSettingsQuery } from "./notifications/index.ts";
import { firstDeviceQueries } from "./device/index.ts";
import { firstOutletQueries } from "./outlet/index.ts";
import { firstDeviceListQuery } from "./devices/index.ts";
import { firstOrderQueries } from "./orders/index.ts";
import { detailsQueries, firstChartQueries } from "./statistics/index.ts";
import type { UserInfo } from "./shared/session/account.ts";

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
  /** The data of queries that the page has already named, on which further queries depend. */
  readonly dataOf: DataOf;
}

export interface ManagerPage {
  readonly component: LazyPage;
  /**
   * The queries of the page's first view, whose replies the document contains. Absent if the server does not render the
   * page for the session.
   */
  readonly queries?: (context: PageContext) => readonly PageQuery[];
}

/** The pages of the manager app. */
export const pages: Readonly<Partial<Record<RouteName, ManagerPage>>> & { readonly home: ManagerPage } = {
  home: {
    component: lazyPage("src/manager/home/home-screen.tsx", () => import("./home/home-screen.tsx")),
    queries: homeQueries,
  },
  alerts: {
    component: lazyPage("src/manager/alerts/alerts-screen.tsx", () => import("./alerts/alerts-screen.tsx")),
    queries: ({ search }) => [alertsQuery(alertListRequest(new URLSearchParams(search)))],
  },
  user: {
    component: lazyPage("src/manager/account/user-screen.tsx", () => import("./account/user-screen.tsx")),
    queries: () => [loginDevicesQuery],
  },
  notifications: {
    component: lazyPage(
      "src/manager/notifications/notifications-screen.tsx",
      () => import("./notifications/notifications-screen.tsx"),
    ),
    queries: () => [notificationSettingsQuery],
  },
  deviceList: {
    component: lazyPage(
      "src/manager/devices/device-list-screen.tsx",
      () => import("./devices/device-list-screen.tsx"),
    ),
    queries: ({ search }) => [firstDeviceListQuery(search)],
  },
  device: {
    component: lazyPage("src/manager/device/device-screen.tsx", () => import("./device/device-screen.tsx")),
    queries: firstDeviceQueries,
  },
  outlet: {
    component: lazyPage("src/manager/outlet/outlet-screen.tsx", () => import("./outlet/outlet-screen.tsx")),
    queries: ({ search, account, zone }) => firstOutletQueries(search, account, zone),
  },
  orders: {
    component: lazyPage("src/manager/orders/orders-screen.tsx", () => import("./orders/orders-screen.tsx")),
    queries: ({ search, zone, dataOf }) => firstOrderQueries(search, zone, dataOf),
  },
  cash: {
    component: lazyPage("src/manager/cash/cash-screen.tsx", () => import("./cash/cash-screen.tsx")),
    queries: firstCashQueries,
  },
  locationOpen: {
    component: lazyPage(
      "src/manager/location/location-open-screen.tsx",
      () => import("./location/location-open-screen.tsx"),
    ),
    queries: ({ search, account }) => firstLocationQueries(search, account),
  },
  locationChoose: {
    component: lazyPage(
      "src/manager/location/location-choose-screen.tsx",
      () => import("./location/location-choose-screen.tsx"),
    ),
    queries: ({ search }) => (new URLSearchParams(search).has("areaId") ? [outletsQuery] : []),
  },
  login: {
    component: lazyPage("src/manager/login/login-screen.tsx", () => import("./login/login-screen.tsx")),
  },
  details: {
    component: lazyPage(
      "src/manager/statistics/details/details-screen.tsx",
      () => import("./statistics/details/details-screen.tsx"),
    ),
    queries: detailsQueries,
  },
  dataChart: {
    component: lazyPage(
      "src/manager/statistics/charts/data-chart-screen.tsx",
      () => import("./statistics/charts/data-chart-screen.tsx"),
    ),
    queries: firstChartQueries,
  },
  feedback: {
    component: lazyPage(
      "src/manager/feedback/feedback-screen.tsx",
      () => import("./feedback/feedback-screen.tsx"),
    ),
    queries: ({ search, dataOf }) => firstFeedbackQueries(search, dataOf),
  },
};
