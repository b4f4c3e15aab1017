import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Audience } from "./audience-rules.ts";
import { frame } from "./event-payloads.ts";

/** Maximum number of unsent bytes for a client that reads slowly. */
const maxQueuedBytes = 64 * 1024;
const heartbeatMs = 15_000;
/** A client that has not read all sent data for this long is disconnected. */
const stalledMs = 60_000;
const revenueIntervalMs = 1000;

/** Returns whether an interval has passed. Also true if the clock was set back, so that the timer does not stall. */
export const isDue = (sinceMs: number, everyMs: number, now: Date): boolean =>
  now.getTime() - sinceMs >= everyMs || now.getTime() < sinceMs;

export type EventStream = ReturnType<typeof openStream>;

/**
 * Opens a stream of server-sent events. Its queue is bounded: if a client reads too slowly, events are dropped, and
 * the client receives a `reset`, after which it must refetch its data.
 */
export function openStream(
  raw: ServerResponse,
  headers: Readonly<NodeJS.Dict<OutgoingHttpHeader>>,
  tokenHash: Buffer,
  firstAudience: Audience,
) {
  let wroteAtMs = 0;
  let droppedSinceMs: number | null = null;
  let revenueSentAtMs = Number.NEGATIVE_INFINITY;
  let isRevenueScheduled = false;
  let isEnded = false;
  const streamHeaders = {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Prevents nginx and other reverse proxies from buffering events.
    "x-accel-buffering": "no",
  };

  /** Writes a text, or drops it if the queue is full. */
  const write = (text: string, nowMs: number): boolean => {
    if (isEnded) return false;
    if (raw.writableLength + Buffer.byteLength(text) > maxQueuedBytes) {
      droppedSinceMs ??= nowMs;
      return false;
    }
    raw.write(text);
    wroteAtMs = nowMs;
    return true;
  };

  const stream = {
    tokenHash,
    /** Replaced when the caller's rights change. */
    audience: firstAudience,
    /** Ends the stream. `retryMs` tells the client how long to wait before it reconnects. */
    end(retryMs?: number): void {
      if (isEnded) return;
      isEnded = true;
      if (!raw.headersSent) raw.writeHead(200, streamHeaders);
      raw.end(retryMs === undefined ? undefined : `retry: ${retryMs}\n\n`);
    },
    /** Sends the response headers, and the event ID from which the client resumes if it reconnects. */
    begin(cursor: string, nowMs: number): void {
      if (isEnded) return;
      raw.writeHead(200, streamHeaders);
      write(`retry: 500\nid: ${cursor}\n\n`, nowMs);
    },
    /** Makes the client refetch its data, including the income figures, so a scheduled revenue event is cancelled. */
    reset(cursor: string, nowMs: number): void {
      isRevenueScheduled = false;
      write(`id: ${cursor}\n${frame("reset", {})}`, nowMs);
    },
    /** Sends an event, unless events were dropped and a reset is pending. */
    send(text: string, nowMs: number): void {
      if (droppedSinceMs === null) write(text, nowMs);
    },
    /** Makes `checkTimers` send a revenue event, at most one per `revenueIntervalMs`. */
    scheduleRevenue(): void {
      isRevenueScheduled = true;
    },
    /**
     * Sends what is due (a reset after dropped events, a scheduled revenue event, or a heartbeat), and disconnects a
     * client that does not read.
     */
    checkTimers(cursor: string, now: Date): void {
      const nowMs = now.getTime();
      if (droppedSinceMs !== null) {
        if (nowMs - droppedSinceMs > stalledMs) raw.destroy();
        else if (raw.writableLength === 0) {
          droppedSinceMs = null;
          stream.reset(cursor, nowMs);
        }
        return;
      }
      if (isRevenueScheduled && isDue(revenueSentAtMs, revenueIntervalMs, now)) {
        isRevenueScheduled = false;
        revenueSentAtMs = nowMs;
        write(`id: ${cursor}\n${frame("revenue", { asOf: now.toISOString() })}`, nowMs);
      }
      if (!isDue(wroteAtMs, heartbeatMs, now)) return;
      // The heartbeat contains a newer ID, so that a stream that has received no event for hours can still be
      // resumed. A client that has not read the previous heartbeat gets no further one.
      if (raw.writableLength === 0) write(`id: ${cursor}\n: alive\n\n`, nowMs);
      else if (nowMs - wroteAtMs > stalledMs) raw.destroy();
    },
  };
  return stream;
}
