import type { RouteName } from "#shared/routing/routes.ts";

export interface ManagerScreen {
  /** Path of the page's module, relative to the web workspace. */
  readonly module: string;
}

type ManagerScreens = Partial<Record<RouteName, ManagerScreen>> & { readonly home: ManagerScreen };

const screen = (name: string): ManagerScreen => ({ module: `src/manager/${name}-screen.tsx` });

/**
 * The module of each page. They are data, so that the server can list the files of a page without loading its
 * code.
 */
export const managerScreens: ManagerScreens = {
  login: screen("login/login"),
  home: screen("home/home"),
  details: screen("statistics/details/details"),
  user: screen("account/user"),
  cash: screen("cash/cash"),
  notifications: screen("notifications/notifications"),
  dataChart: screen("statistics/charts/data-chart"),
  deviceList: screen("devices/device-list"),
  orders: screen("orders/orders"),
  feedback: screen("feedback/feedback"),
  alerts: screen("alerts/alerts"),
  device: screen("device/device"),
  outlet: screen("outlet/outlet"),
  locationOpen: screen("location/location-open"),
  locationChoose: screen("location/location-choose"),
};
