import type { PageTextPart } from "#locales/texts.ts";
import type { RouteName } from "#shared/routing/routes.ts";

export interface ManagerScreen {
  /** Path of the page's module, relative to the web workspace. */
  readonly module: string;
  /** Parts of the texts that the page needs in addition to those of every page. */
  readonly parts: readonly PageTextPart[];
  /** Paths of lazily loaded modules that the page's first content needs. */
  readonly withModules?: readonly string[];
}

type ManagerScreens = Partial<Record<RouteName, ManagerScreen>> & { readonly home: ManagerScreen };

const screen = (name: string, ...parts: readonly PageTextPart[]): ManagerScreen => ({
  module: `src/manager/${name}-screen.tsx`,
  parts,
});

/**
 * The module and texts of each page. They are data, so that the server can list the files of a page without loading its
 * code.
 */
export const managerScreens: ManagerScreens = {
  login: screen("login/login"),
  home: screen("home/home"),
  details: screen("details/details"),
  user: screen("account/user"),
  cash: screen("cash/cash", "cash", "lists", "scanning"),
  notifications: screen("notifications/notifications", "notifications"),
  dataChart: {
    ...screen("charts/data-chart"),
    withModules: ["src/manager/charts/chart-card.tsx"],
  },
  deviceList: screen("devices/device-list", "lists"),
  orders: screen("orders/orders", "lists"),
  feedback: screen("feedback/feedback", "lists"),
  alerts: screen("alerts/alerts", "lists", "alerts"),
  device: {
    ...screen("device/device", "lists", "device"),
    withModules: ["src/manager/device/device-overview.tsx"],
  },
  outlet: screen("outlet/outlet", "places"),
  locationOpen: screen("location/location-open", "places"),
  locationChoose: screen("location/location-choose", "places"),
};
