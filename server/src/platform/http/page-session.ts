import { sessionIdOf, zoneCookie } from "@reposo/contract/sessions/browser-session.ts";
import type { DeviceZone, PageSession } from "@reposo/contract/page-rendering.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { offsetMinutesIn } from "#platform/time/calendar.ts";
import { createOperationCall } from "./operation-call.ts";
import { cookiesOf } from "./requests/cookies.ts";
import { isZoneName, isZoneOffset } from "./requests/request-headers.ts";
import { sessionCookie, setSessionCookie } from "./requests/session-cookie.ts";

/**
 * Returns the session of the cookie, for which a document may be rendered with its content; null without a valid
 * session, and if the browser's time zone is unknown. Deletes the cookie if its token has ended, and extends that of a
 * customer, whose session is extended by its use.
 */
export async function readPageSession(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): Promise<PageSession | null> {
  const cookies = cookiesOf(request.headers.cookie);
  const token = cookies.get(sessionCookie);
  const zone = zoneOf(cookies.get(zoneCookie));
  if (!token || zone === null || !isOpenedByUser(request)) return null;
  const http = request.server;
  const { authenticate, clock, currentEventId } = http.service;
  const found = await authenticate(token);
  if (found.kind !== "valid") {
    setSessionCookie(reply, null);
    return null;
  }
  const { caller, expiresAt } = found;
  if (caller.kind === "customer") setSessionCookie(reply, { token, expiresAt });
  const headers = { "access-token": token, lang: language, ...zone.headers };
  return {
    id: sessionIdOf(token),
    kind: caller.kind,
    deviceZone: zone.deviceZoneAt(clock.now()),
    callOperation: createOperationCall(http, { headers, ip: request.ip }),
    // Read before the data, so that the browser misses no event between the two.
    eventId: (await currentEventId?.()) ?? null,
  };
}

/**
 * Whether the user opens the document in a tab, from this site or by an address. Other sites could measure how long a
 * document with content takes to load, and a prefetched one could be shown after the session has ended. Browsers that
 * do not send these headers are old.
 */
function isOpenedByUser({ headers }: FastifyRequest): boolean {
  const { "sec-fetch-dest": dest = "document", "sec-fetch-site": site = "none" } = headers;
  const purpose = headers["sec-purpose"] ?? headers["purpose"] ?? "";
  return dest === "document" && site !== "cross-site" && !purpose.includes("prefetch");
}

interface CookieZone {
  /** Headers of calls that count days in this zone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly deviceZoneAt: (now: Date) => DeviceZone | null;
}

/** Returns null if the cookie is missing or contains no time zone that this server knows. */
function zoneOf(cookie: string | undefined): CookieZone | null {
  if (cookie === undefined) return null;
  if (cookie === "account") return { headers: { "time-zone": cookie }, deviceZoneAt: () => null };
  if (isZoneOffset(cookie))
    return {
      headers: { "timezone-offset": cookie },
      deviceZoneAt: () => ({ name: "", offsetMinutes: Number(cookie) }),
    };
  if (!isZoneName(cookie)) return null;
  return {
    headers: { "time-zone": cookie },
    deviceZoneAt: (now) => ({ name: cookie, offsetMinutes: offsetMinutesIn(now, cookie) }),
  };
}
