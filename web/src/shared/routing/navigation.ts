import { createContext, useContext, useEffect, useState } from "react";
import { navigate as moveTo, usePathname, useSearch } from "wouter/use-browser-location";
import { type AppName, hrefOf, type RouteName, routeOf, routes } from "./routes.ts";
import {
  afterSheets,
  isOverSheets,
  isTraversing,
  leaveAfterSheets,
  replaceUnderSheets,
} from "./sheet-history.ts";
import { storeToast } from "#shared/toasts/toasts.ts";

/** The address that the server renders; null in the browser. */
export const ServerAddress = createContext<{ path: string; search: string } | null>(null);

export function useRoute(): RouteName {
  const server = useContext(ServerAddress);
  return routeOf(usePathname(server === null ? {} : { ssrPath: server.path }));
}

export function useQuery(): URLSearchParams {
  const server = useContext(ServerAddress);
  return new URLSearchParams(useSearch(server === null ? {} : { ssrSearch: server.search }));
}

const appShown = (): AppName | undefined => document.documentElement.dataset.app as AppName | undefined;

interface Depth {
  depth?: number;
  /** The page was not requested by address: the first permitted tab replaces it. */
  landing?: true;
  /** The message for the error page. Unlike the address, no other site can set it. */
  errMsg?: string | undefined;
}
const depthNow = (): number => (window.history.state as Depth | null)?.depth ?? 0;

interface NavigateOptions extends Omit<Depth, "depth"> {
  readonly replace?: boolean;
}

/** Opens a page: within this app, or by loading the other app's document. */
export function navigate(href: string, options: NavigateOptions = {}): void {
  const replace = options.replace === true;
  const path = href.split(/[?#]/)[0] ?? href;
  const isOwnPage = routes[routeOf(path)].app === appShown();
  if (isTraversing() || (isOverSheets() && !(replace && isOwnPage)))
    return afterSheets(() => navigate(href, options));
  if (!isOwnPage) {
    storeToast();
    return leaveAfterSheets(() => (replace ? window.location.replace(href) : window.location.assign(href)));
  }
  // A link to the current page adds no history entry.
  const stays = replace || href === window.location.pathname + window.location.search;
  const depth = stays ? depthNow() : depthNow() + 1;
  const state: Depth = { ...options, depth };
  if (isOverSheets())
    return replaceUnderSheets(href, state, (to, over) => moveTo(to, { replace: true, state: over }));
  moveTo(href, { replace: stays, state });
}

/** Opens a page of another origin: a payment provider's. */
export const leaveTo = (href: string): void => leaveAfterSheets(() => window.location.assign(href));

/** Replaces the current history entry (NAV-2). */
export const relaunch = (href: string): void => navigate(href, { replace: true });

/** Opens home, or the first permitted tab, which the manager's pages determine once the account has loaded. */
export const relaunchToLanding = (): void => navigate(hrefOf("home"), { replace: true, landing: true });

/** Whether the current page was opened by `relaunchToLanding`; also after a reload. */
export const isLanding = (): boolean => (window.history.state as Depth | null)?.landing === true;

/** Opens login, which returns to the requested page. */
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

/** The Back action of this page, or null if there is no previous page (NAV-4). */
export function useBack(): (() => void) | null {
  const route = useRoute();
  // A page may replace another one of the same route: an order of the list.
  const address = useQuery().toString();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(cameFromUs()), [route, address]);
  return possible ? () => window.history.back() : null;
}

/** State of this history entry, restored by Back and reload. */
export function storeHistoryState(name: string, value: unknown): void {
  const state = window.history.state as object | null;
  try {
    window.history.replaceState({ ...state, [name]: value }, "");
  } catch {
    // Browsers limit history updates; the state is then not restored.
  }
}

export const readHistoryState = (name: string): unknown =>
  typeof window === "undefined"
    ? undefined
    : (window.history.state as Record<string, unknown> | null)?.[name];

/** Replaces the page by the error page; the message belongs to this history entry (ERR-1). */
export const relaunchToError = (errType: "device" | "priceList", errMsg?: string): void =>
  navigate(hrefOf("error", { errType, errMsg }), { replace: true, errMsg });

export function errorMessage(): string {
  const message = readHistoryState("errMsg");
  return typeof message === "string" ? message : "";
}
