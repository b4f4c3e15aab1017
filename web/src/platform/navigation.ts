import { createContext, useContext, useEffect, useState } from "react";
import { navigate as moveTo, usePathname, useSearch } from "wouter/use-browser-location";
import { type AppName, type RouteName, hrefOf, routeOf, routes } from "./routes.ts";
import { carryToast } from "./toasts.ts";

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
}
const depthNow = (): number => (window.history.state as Depth | null)?.depth ?? 0;

/** Goes to a page of ours: in place where this bundle draws it, else by loading the other one. */
export function navigate(href: string, options: { replace?: boolean } = {}): void {
  const replace = options.replace === true;
  const path = href.split(/[?#]/)[0] ?? href;
  if (routes[routeOf(path)].app !== appShown()) {
    carryToast();
    if (replace) window.location.replace(href);
    else window.location.assign(href);
    return;
  }
  // A second tap on a link to where one already is leaves nothing to come back to either.
  const stays = replace || href === window.location.pathname + window.location.search;
  moveTo(href, { replace: stays, state: { depth: stays ? depthNow() : depthNow() + 1 } satisfies Depth });
}

/** Goes there and leaves nothing to come back to (NAV-2). */
export const relaunch = (href: string): void => navigate(href, { replace: true });

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
