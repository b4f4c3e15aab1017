import type { CDPSession } from "playwright-core";
import type { ObservedRequest } from "./simulated-network.ts";

interface RecordedRequest {
  readonly url: string;
  readonly type: string;
  /** URLs of the document or scripts that initiated the request. */
  readonly initiators: readonly string[];
  readonly startedAt: number;
  /** Wall-clock time minus the monotonic time of the timestamps, in milliseconds. */
  readonly wallOffsetMs: number;
  /** Time of the response's headers. */
  respondedAt: number;
  endedAt: number;
  serverMs: number;
  bytes: number;
}

const calls = ["Fetch", "XHR"];
/**
 * Resource types on which the display of the content can depend, unlike pictures. The event stream, which the app opens
 * with `fetch`, has the same type as a call.
 */
const decidingTypes = ["Document", "Script", "Stylesheet", ...calls];

/** The requests of a visit, and its start in milliseconds of the monotonic clock. */
interface Observed {
  readonly requests: ObservedRequest[];
  readonly originMs: number;
}

/**
 * Starts to record the requests of a page, which the caller opens later.
 * @returns a function that returns the requests on which the content depends; its arguments are the page's
 * `performance.timeOrigin`, and the milliseconds from then until the content was shown
 */
export async function observeRequests(
  devtools: CDPSession,
): Promise<(timeOrigin: number, shownMs: number) => Observed> {
  const seen = new Map<string, RecordedRequest>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type, initiator, timestamp, wallTime }) => {
    const frames = [initiator.stack, initiator.stack?.parent].flatMap((stack) => stack?.callFrames ?? []);
    seen.set(requestId, {
      url: request.url.replace(/#.*/, ""),
      type: type ?? "Other",
      initiators: [initiator.url, ...frames.map(({ url }) => url)].filter(
        (url) => url !== undefined && url !== "",
      ),
      startedAt: timestamp * 1000,
      wallOffsetMs: (wallTime - timestamp) * 1000,
      respondedAt: Number.POSITIVE_INFINITY,
      endedAt: Number.POSITIVE_INFINITY,
      serverMs: 0,
      bytes: 0,
    } as RecordedRequest);
  });
  devtools.on("Network.responseReceived", ({ requestId, response, timestamp }) => {
    const request = seen.get(requestId);
    if (request === undefined) return;
    request.respondedAt = timestamp * 1000;
    const { timing } = response;
    if (timing !== undefined) request.serverMs = Math.max(0, timing.receiveHeadersEnd - timing.sendEnd);
  });
  devtools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request === undefined) return;
    request.endedAt = timestamp * 1000;
    request.bytes = encodedDataLength;
  });
  await devtools.send("Network.enable");
  return (timeOrigin, shownMs) => {
    const entries = [...seen.entries()];
    const originMs = timeOrigin - (entries[0]?.[1].wallOffsetMs ?? 0);
    return { requests: graphOf(entries, originMs, shownMs), originMs };
  };
}

/**
 * Returns the requests on which the content depends, with their dependencies. A request that the document starts
 * depends on the document only. A request that a script starts depends on all returned requests that ended before it
 * started.
 */
function graphOf(
  entries: readonly (readonly [string, RecordedRequest])[],
  originMs: number,
  shownMs: number,
): ObservedRequest[] {
  // The page can show the body of a call before the browser reports the end of the response.
  const shownAt = originMs + shownMs;
  const needed = entries.filter(
    ([, { type, respondedAt, endedAt }]) =>
      decidingTypes.includes(type) && (calls.includes(type) ? respondedAt : endedAt) <= shownAt,
  );
  const documents = needed.filter(([, { type }]) => type === "Document");
  const addresses = new Set(documents.map(([, { url }]) => url));
  return needed.map(([id, { url, type, initiators, startedAt, endedAt, serverMs, bytes }]) => {
    const isOfDocument = initiators.every((initiator) => addresses.has(initiator));
    const earlier = isOfDocument ? documents : needed.filter(([, other]) => other.endedAt <= startedAt);
    return {
      id,
      url,
      after: type === "Document" ? [] : earlier.map(([other]) => other).filter((other) => other !== id),
      startMs: startedAt - originMs,
      endMs: Math.min(endedAt, shownAt) - originMs,
      serverMs,
      bytes,
    };
  });
}
