import type { Contact } from "@reposo/contract/outlets/contact.ts";
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

/** The address of the page that the server renders; null in the browser. */
export const ServerAddress = createContext<{ path: string; search: string } | null>(null);

export function useRoute(): RouteName {
  const server = useContext(ServerAddress);
  return routeOf(usePathname(server === null ? {} : { ssrPath: server.path }));
}

/** Returns the query string of the address. */
export function useAddressQuery(): URLSearchParams {
  const server = useContext(ServerAddress);
  return new URLSearchParams(useSearch(server === null ? {} : { ssrSearch: server.search }));
}

const appShown = (): AppName | undefined => document.documentElement.dataset.app as AppName | undefined;

/** The state that `navigate` stores in a history entry. */
interface PageState {
  /** Number of earlier history entries of the same app. */
  depth?: number;
  /**
   * Set if the page was opened by default, not by its address. If the account may not open it, the account's first
   * permitted tab replaces it.
   */
  landing?: true;
  /**
   * The message for the error page, which does not read it from the address, because another site could link to an
   * address with any message.
   */
  errMsg?: string | undefined;
  /** The contact of the outlet for the error page, if the outlet is known and has one. */
  contact?: Contact | null;
}
const depthNow = (): number => (window.history.state as PageState | null)?.depth ?? 0;

interface NavigateOptions extends Omit<PageState, "depth"> {
  readonly replace?: boolean;
}

/** Opens a page of the product. A page of the other app is opened by loading its document. */
export function navigate(href: string, options: NavigateOptions = {}): void {
  const replace = options.replace === true;
  const path = href.split(/[?#]/)[0] ?? href;
  const isOwnPage = routes[routeOf(path)].app === appShown();
  // Navigates only after the browser has left the history entries of open sheets. A replacement by a page of the same
  // app is possible while sheets are open.
  if (isTraversing() || (isOverSheets() && !(replace && isOwnPage)))
    return afterSheets(() => navigate(href, options));
  if (!isOwnPage) {
    storeToast();
    return leaveAfterSheets(() => (replace ? window.location.replace(href) : window.location.assign(href)));
  }
  // A link to the current address adds no history entry.
  const stays = replace || href === window.location.pathname + window.location.search;
  const depth = stays ? depthNow() : depthNow() + 1;
  const state: PageState = { ...options, depth };
  if (isOverSheets())
    return replaceUnderSheets(href, state, (to, over) => moveTo(to, { replace: true, state: over }));
  const isOtherPage = path !== window.location.pathname;
  moveTo(href, { replace: stays, state });
  // After Back, the browser restores the position.
  if (isOtherPage) window.scrollTo(0, 0);
}

/** Opens a document that belongs to neither app, such as a payment page. */
export const leaveTo = (href: string): void => leaveAfterSheets(() => window.location.assign(href));

/** Opens a page in place of the current history entry (NAV-2). */
export const relaunch = (href: string): void => navigate(href, { replace: true });

/**
 * Opens home, or if the account may not open home, its first permitted tab. The manager pages determine this once the
 * account has loaded.
 */
export const relaunchToLanding = (): void => navigate(hrefOf("home"), { replace: true, landing: true });

/** Whether the current page was opened by `relaunchToLanding`. A reload preserves this. */
export const isLanding = (): boolean => (window.history.state as PageState | null)?.landing === true;

/** Opens the login page, which returns to the current page after login. */
export function relaunchToLogin(): void {
  const { pathname, search } = window.location;
  const route = routeOf(pathname);
  const next = route === "login" || route === "error" || route === "unknown" ? null : pathname + search;
  relaunch(hrefOf("login", { next }));
}

function hasPreviousPage(): boolean {
  if (depthNow() > 0) return true;
  // The first page of a document has depth 0, but may have been opened by a page of the other app.
  return document.referrer.startsWith(`${window.location.origin}/`) && window.history.length > 1;
}

/** Returns the action of the Back button; null if there is no previous page of the product (NAV-4). */
export function useBack(): (() => void) | null {
  const route = useRoute();
  // The query is a dependency, because pages may differ only in their query, such as the order list and an order.
  const address = useAddressQuery().toString();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible(hasPreviousPage()), [route, address]);
  return possible ? () => window.history.back() : null;
}

/** Stores a value in the state of the current history entry, from which Back and a reload restore it. */
export function storeHistoryState(name: string, value: unknown): void {
  const state = window.history.state as object | null;
  try {
    window.history.replaceState({ ...state, [name]: value }, "");
  } catch {
    // Browsers limit the rate of history updates. A value that was not stored is not restored.
  }
}

export const readHistoryState = (name: string): unknown =>
  typeof window === "undefined"
    ? undefined
    : (window.history.state as Record<string, unknown> | null)?.[name];

/** Replaces the page by the error page. The message is stored in the new history entry (ERR-1). */
export const relaunchToError = (
  errType: "device" | "priceList",
  { errMsg, contact = null }: Pick<PageState, "errMsg" | "contact"> = {},
): void => navigate(hrefOf("error", { errType, errMsg }), { replace: true, errMsg, contact });

/** Returns the message that the app passed to the error page; empty if there is none. */
export function errorMessage(): string {
  const message = readHistoryState("errMsg");
  return typeof message === "string" ? message : "";
}

/** Returns the outlet's contact that the app passed to the error page; null if there is none. */
export const errorContact = (): Contact | null =>
  (readHistoryState("contact") as Contact | undefined) ?? null;
