import type { CDPSession } from "playwright-core";
import type { ObservedRequest } from "./simulated-network.ts";

interface Seen {
  readonly url: string;
  readonly type: string;
  /** URLs of the initiators of the request, starting with the document. */
  readonly by: readonly string[];
  readonly startedAt: number;
  /** Wall-clock time minus the monotonic time of the timestamps, in milliseconds. */
  readonly wallOffsetMs: number;
  endedAt: number;
  serverMs: number;
  bytes: number;
}

/** Resource types on which the display of the content can depend, unlike pictures and the event stream. */
const deciding = ["Document", "Script", "Stylesheet", "Fetch", "XHR"];

/** Records the requests of a page; returns a function that reads them. */
export async function observeRequests(
  devtools: CDPSession,
): Promise<(timeOrigin: number, shownMs: number) => ObservedRequest[]> {
  const seen = new Map<string, Seen>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type, initiator, timestamp, wallTime }) => {
    const frames = [initiator.stack, initiator.stack?.parent].flatMap((stack) => stack?.callFrames ?? []);
    seen.set(requestId, {
      url: request.url.replace(/#.*/, ""),
      type: type ?? "Other",
      by: [initiator.url, ...frames.map(({ url }) => url)].filter((url) => url !== undefined && url !== ""),
      startedAt: timestamp * 1000,
      wallOffsetMs: (wallTime - timestamp) * 1000,
      endedAt: Number.POSITIVE_INFINITY,
      serverMs: 0,
      bytes: 0,
    } as Seen);
  });
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const request = seen.get(requestId);
    const { timing } = response;
    if (request !== undefined && timing !== undefined)
      request.serverMs = Math.max(0, timing.receiveHeadersEnd - timing.sendEnd);
  });
  devtools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request === undefined) return;
    request.endedAt = timestamp * 1000;
    request.bytes = encodedDataLength;
  });
  devtools.on("Network.requestServedFromCache", ({ requestId }) => {
    const request = seen.get(requestId);
    if (request !== undefined) request.serverMs = 0;
  });
  await devtools.send("Network.enable");
  return (timeOrigin, shownMs) => {
    const entries = [...seen.entries()];
    return graphOf(entries, timeOrigin - (entries[0]?.[1].wallOffsetMs ?? 0), shownMs);
  };
}

/**
 * Returns the requests on which the content depends, with their dependencies. A request that the document starts
 * depends on the document only. A request that a script starts depends on every script and response that had arrived
 * before it.
 */
function graphOf(
  entries: readonly (readonly [string, Seen])[],
  originAt: number,
  shownMs: number,
): ObservedRequest[] {
  const needed = entries.filter(
    ([, { type, endedAt }]) => deciding.includes(type) && endedAt - originAt <= shownMs,
  );
  const documents = needed.filter(([, { type }]) => type === "Document");
  const addresses = new Set(documents.map(([, { url }]) => url));
  return needed.map(([id, { type, by, startedAt, endedAt, serverMs, bytes }]) => {
    const isOfDocument = by.every((url) => addresses.has(url));
    const earlier = isOfDocument ? documents : needed.filter(([, other]) => other.endedAt <= startedAt);
    return {
      id,
      isScript: type === "Script",
      after: type === "Document" ? [] : earlier.map(([other]) => other).filter((other) => other !== id),
      startMs: startedAt - originAt,
      endMs: endedAt - originAt,
      serverMs,
      bytes,
    };
  });
}
