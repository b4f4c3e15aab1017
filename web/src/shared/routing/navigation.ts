import { createContext, useContext, useEffect, useState } from "react";
import { navigate as moveTo, usePathname, useSearch } from "wouter/use-browser-location";
import { type AppName, type RouteName, hrefOf, routeOf, routes } from "./routes.ts";
import {
  afterSheets,
  isOverSheets,
  isTraversing,
  leaveAfterSheets,
  replaceUnderSheets,
} from "./sheet-history.ts";
import { carryToast } from "#shared/toasts/toasts.ts";

/** The address being rendered on the server; null in the browser, which has one of its own. */
export const ServerAddress = createContext<{ path: string; search: string } | null>(null);

export function useRoute(): RouteName {
  const server = useContext(ServerAddress);
  return routeOf(usePathname(server === null ? {} : { ssrPath: server.path }));
}

/** The parameters of the current address. */
export function useQuery(): URLSearchParams {
  const server = useContext(ServerAddress);
  return new URLSearchParams(useSearch(server === null ? {} : { ssrSearch: server.search }));
}

const appShown = (): AppName | undefined => document.documentElement.dataset.app as AppName | undefined;

interface Depth {
  depth?: number;
  /** The page was not asked for by name: the account's first permitted tab takes its place. */
  landing?: true;
  /** The message that the error page may show. No other site can write it, unlike the address. */
  errMsg?: string | undefined;
}
const depthNow = (): number => (window.history.state as Depth | null)?.depth ?? 0;

interface NavigateOptions extends Omit<Depth, "depth"> {
  readonly replace?: boolean;
}

/** Goes to a page of ours: in place where this bundle draws it, else by loading the other one. */
export function navigate(href: string, options: NavigateOptions = {}): void {
  const replace = options.replace === true;
  const path = href.split(/[?#]/)[0] ?? href;
  const isOwnPage = routes[routeOf(path)].app === appShown();
  if (isTraversing() || (isOverSheets() && !(replace && isOwnPage)))
    return afterSheets(() => navigate(href, options));
  if (!isOwnPage) {
    carryToast();
    return leaveAfterSheets(() => (replace ? window.location.replace(href) : window.location.assign(href)));
  }
  // A second tap on a link to where one already is leaves nothing to come back to either.
  const stays = replace || href === window.location.pathname + window.location.search;
  const depth = stays ? depthNow() : depthNow() + 1;
  const state: Depth = { ...options, depth };
  if (isOverSheets())
    return replaceUnderSheets(href, state, (to, over) => moveTo(to, { replace: true, state: over }));
  moveTo(href, { replace: stays, state });
}

/** Leaves for a page of another origin: a payment company's. */
export const leaveTo = (href: string): void => leaveAfterSheets(() => window.location.assign(href));

/** Goes there and leaves nothing to come back to (NAV-2). */
export const relaunch = (href: string): void => navigate(href, { replace: true });

/** To home, or to the first tab that the account may open: the manager's pages decide once they know the account. */
export const relaunchToLanding = (): void => navigate(hrefOf("home"), { replace: true, landing: true });

/** Whether the current page was opened by `relaunchToLanding`; also after a reload. */
export const isLanding = (): boolean => (window.history.state as Depth | null)?.landing === true;

/** To login, remembering the page that was asked for. */
export function relaunchToLogin(): void {
  const { pathname, search } = window.location;
  const route = routeOf(pathname);
  const next = route === "login" || route === "error" || route === "unknown" ? null : pathname + search;
  relaunch(hrefOf("login", { next }));
}

function cameFromUs(): boolean {
  if (depthNow() > 0) return true;
  return document.referrer.startsWith(`${window.location.origin}/`) && window.history.length > 1;
}

/** What Back does on this page, or null where there is nowhere to go back to (NAV-4). */
export function useBack(): (() => void) | null {
  const route = useRoute();
  // A page may stand in another page's place under the same route: the list's own order.
  const address = useQuery().toString();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(cameFromUs()), [route, address]);
  return possible ? () => window.history.back() : null;
}
