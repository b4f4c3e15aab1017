import type { Permission } from "@reposo/contract/permissions.ts";

export type AppName = "customer" | "manager";

export interface PageRoute {
  readonly path: string;
  /** The app to which the page belongs; opening a page of the other app loads a document. */
  readonly app: AppName;
  /** Who may open the page (NAV-2): anyone, the holder of any token, or the holder of a manager's token. */
  readonly needs: "nothing" | "token" | "manager";
  /** The tab of the page (NAV-5), which is also the permission that the page needs. */
  readonly tab: Permission | null;
}

const page = (
  path: string,
  app: AppName,
  needs: PageRoute["needs"],
  tab: Permission | null = null,
): PageRoute => ({ path, app, needs, tab });

/** All pages (NAV-1). `/` also opens the login page. */
export const routes = {
  login: page("/pages/login/login", "manager", "nothing"),
  // Home opens without a token, and then offers login (NAV-3).
  home: page("/pages/home/home", "manager", "nothing", "home"),
  details: page("/pages/details/details", "manager", "manager", "details"),
  user: page("/pages/user/user", "manager", "manager", "user"),
  cash: page("/pages/cash/cash", "manager", "manager", "cash"),
  dataChart: page("/pages/dataChart/dataChart", "manager", "manager", "home"),
  deviceList: page("/pages/deviceList/deviceList", "manager", "manager", "home"),
  orders: page("/pages/order/order", "manager", "manager", "details"),
  feedback: page("/pages/feedback/feedback", "manager", "manager", "details"),
  alerts: page("/pages/alerts/alerts", "manager", "manager", "home"),
  device: page("/pages/device/device", "manager", "manager", "home"),
  outlet: page("/pages/outlet/outlet", "manager", "manager", "home"),
  notifications: page("/pages/notifications/notifications", "manager", "manager"),
  chair: page("/pages/index/index", "customer", "nothing"),
  quickStart: page("/pages/quickStart/quickStart", "customer", "token"),
  countdown: page("/pages/deviceOrder/order", "customer", "token"),
  orderFeedback: page("/pages/orderFeedback/orderFeedback", "customer", "token"),
  result: page("/pages/result/result", "customer", "token"),
  error: page("/pages/err/err", "customer", "nothing"),
  locationChoose: page("/pages/location/choose", "manager", "manager"),
  locationOpen: page("/pages/location/open", "manager", "manager"),
  unknown: page("", "customer", "nothing"),
} as const satisfies Record<string, PageRoute>;

export type RouteName = keyof typeof routes;

const names = Object.keys(routes) as RouteName[];

/** Returns the page of a path, with or without a trailing slash; `unknown` if there is none. */
export function routeOf(path: string): RouteName {
  if (path === "/" || path === "") return "login";
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return names.find((name) => routes[name].path === bare) ?? "unknown";
}

/** Returns the value if it is one of `values`; otherwise null. */
export const oneOf = <V extends string>(values: readonly V[], value: string | null): V | null =>
  values.find((known) => known === value) ?? null;

export type AddressQuery = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** Returns the address of a page. Empty parameters are omitted; arrays repeat the parameter. */
export function hrefOf(name: Exclude<RouteName, "unknown">, query: AddressQuery = {}): string {
  const search = new URLSearchParams();
  for (const [key, given] of Object.entries(query)) {
    for (const value of typeof given === "string" ? [given] : (given ?? [])) {
      if (value) search.append(key, value);
    }
  }
  const text = search.toString();
  return text === "" ? routes[name].path : `${routes[name].path}?${text}`;
}

/**
 * Returns path and query of an address if it is a page of the product; otherwise null. Prevents redirects to other
 * origins (NAV-2).
 */
export function ownHref(href: string | null, origin: string): string | null {
  if (href === null || !href.startsWith("/")) return null;
  try {
    const url = new URL(href, origin);
    if (url.origin !== origin || routeOf(url.pathname) === "unknown") return null;
    return url.pathname + url.search;
  } catch {
    return null;
  }
}
