import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import type { PageData } from "#shared/api/page-data.ts";
import { exchange } from "#shared/api/api-exchange.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { addServerTime, onBrowserClock } from "#shared/time/server-clock.ts";
import { deviceZone } from "#shared/time/time-zone.ts";

/** Returns the ID of this browser's session; null without one. */
function currentSessionId(): string | null {
  const session = readSession();
  return session === null ? null : sessionIdOf(session.token);
}

/**
 * Returns the page's data without the session if the document was rendered for another session or time zone than those
 * of this browser, for example because its cookie could not be deleted. The markup is then removed, so that the page
 * starts like one that was rendered without a session.
 */
export function withOwnSession(data: PageData, root: Element): PageData {
  const { session } = data;
  // Without a session, the server's time is not taken over, because the browser may show a stored document.
  if (session === null) return { ...data, queries: withTimes(data.queries, () => Date.now()) };
  const isOwn = session.id === currentSessionId();
  if (isOwn && isOwnZone(session.deviceZone)) {
    takeServerTime(data.now);
    return { ...data, queries: withTimes(data.queries, onBrowserClock) };
  }
  root.replaceChildren();
  // The document's first script has hidden the markup; what the app renders in its place is shown.
  delete document.documentElement.dataset.foreign;
  // Without a token, the reply only deletes the cookie, which the browser obeys only if the call may store cookies.
  if (!isOwn) exchange("logout", {}, null, { quiet: true, storesCookie: true }).catch(() => undefined);
  return { ...data, session: null, queries: null };
}

function isOwnZone(rendered: ReturnType<typeof deviceZone>): boolean {
  const own = deviceZone();
  return own?.name === rendered?.name && own?.offsetMinutes === rendered?.offsetMinutes;
}

/** Sets the server's clock by the time at which it rendered the document. */
function takeServerTime(now: string): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation === undefined) return;
  const { timeOrigin } = performance;
  addServerTime(now, timeOrigin + navigation.requestStart, timeOrigin + navigation.responseStart);
}

interface DehydratedQueries {
  readonly queries: readonly { readonly state: { readonly dataUpdatedAt: number } }[];
}

/** Converts the times of the server's clock, from which this browser's may differ. */
function withTimes(dehydrated: unknown, convert: (at: number) => number): DehydratedQueries | null {
  if (dehydrated === null) return null;
  const { queries } = dehydrated as DehydratedQueries;
  return {
    queries: queries.map((query) => {
      const dataUpdatedAt = convert(query.state.dataUpdatedAt);
      return { ...query, state: { ...query.state, dataUpdatedAt } };
    }),
  };
}

/**
 * Reloads a document that the browser shows again as it was left, for example by Back, if the session has changed since
 * then.
 */
export function reloadForOtherSession(): void {
  const shown = currentSessionId();
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && currentSessionId() !== shown) window.location.reload();
  });
}
