import type { PageTextPart } from "#locales/texts.ts";
import type { RouteName } from "#shared/routing/routes.ts";

export interface ManagerScreen {
  /** From the root of the web's sources, as both its own entry and the build's list of files name it. */
  readonly module: string;
  /** The parts of the dictionary that it brings beside those of every page. */
  readonly parts: readonly PageTextPart[];
  /** What the page imports lazily and yet needs for its first content. */
  readonly withModules?: readonly string[];
}

type ManagerScreens = Partial<Record<RouteName, ManagerScreen>> & { readonly home: ManagerScreen };

const screen = (name: string, ...parts: readonly PageTextPart[]): ManagerScreen => ({
  module: `src/manager/${name}-screen.tsx`,
  parts,
});

/**
 * The manager's pages and what each needs beside the entry. Data alone: the entry makes screens of it, and the server
 * has to name what comes with a page without holding any of the code.
 */
export const managerScreens: ManagerScreens = {
  login: screen("login/login"),
  home: screen("home/home"),
  details: screen("details/details"),
  user: screen("account/user"),
  cash: screen("cash/cash", "cash", "lists"),
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
