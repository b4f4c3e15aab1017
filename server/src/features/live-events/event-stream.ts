import type { ServerResponse } from "node:http";
import type { Audience } from "./audience-rules.ts";
import { frame } from "./event-payloads.ts";

export interface StreamLimits {
  /** Limit of unsent bytes for a client that reads slowly. */
  readonly maxQueuedBytes: number;
  readonly heartbeatMs: number;
  /** A client that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
  readonly revenueIntervalMs: number;
}

export const streamLimits: StreamLimits = {
  maxQueuedBytes: 64 * 1024,
  heartbeatMs: 15_000,
  stalledMs: 60_000,
  revenueIntervalMs: 1000,
};

/** Whether the interval has passed; also true where the clock was set back. */
export const isDue = (sinceMs: number, everyMs: number, now: Date): boolean =>
  now.getTime() - sinceMs >= everyMs || now.getTime() < sinceMs;

export type EventStream = ReturnType<typeof openStream>;

/** The queue is bounded: a client that is too slow loses events and must refetch. */
export function openStream(
  raw: ServerResponse,
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
  tokenHash: Buffer,
  firstAudience: Audience,
  limits: StreamLimits = streamLimits,
) {
  let wroteAtMs = 0;
  let droppedSinceMs: number | null = null;
  let revenueSentAtMs = Number.NEGATIVE_INFINITY;
  let revenueScheduled = false;
  let isEnded = false;
  const streamHeaders = {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Reverse proxies would otherwise buffer events.
    "x-accel-buffering": "no",
  };

  const write = (text: string, nowMs: number): boolean => {
    if (isEnded) return false;
    if (raw.writableLength + text.length > limits.maxQueuedBytes) {
      droppedSinceMs ??= nowMs;
      return false;
    }
    raw.write(text);
    wroteAtMs = nowMs;
    return true;
  };

  const stream = {
    tokenHash,
    /** Replaced by the directory when the caller's rights change. */
    audience: firstAudience,
    /** Ends the stream. With `retryMs`, its client may reconnect after that time. */
    end(retryMs?: number): void {
      if (isEnded) return;
      isEnded = true;
      if (!raw.headersSent) raw.writeHead(200, streamHeaders);
      raw.end(retryMs === undefined ? undefined : `retry: ${retryMs}\n\n`);
    },
    begin(cursor: string, nowMs: number): void {
      if (isEnded) return;
      raw.writeHead(200, streamHeaders);
      write(`retry: 500\nid: ${cursor}\n\n`, nowMs);
    },
    reset(cursor: string, nowMs: number): void {
      revenueScheduled = false;
      write(`id: ${cursor}\n${frame("reset", {})}`, nowMs);
    },
    /** Sends one event, unless a reset is pending. */
    send(text: string, nowMs: number): void {
      if (droppedSinceMs === null) write(text, nowMs);
    },
    scheduleRevenue(): void {
      revenueScheduled = true;
    },
    /** Sends what is due: a reset after dropped events, a deferred revenue event, a heartbeat. */
    checkTimers(cursor: string, now: Date): void {
      const nowMs = now.getTime();
      if (droppedSinceMs !== null) {
        if (nowMs - droppedSinceMs > limits.stalledMs) raw.destroy();
        else if (raw.writableLength === 0) {
          droppedSinceMs = null;
          stream.reset(cursor, nowMs);
        }
        return;
      }
      if (revenueScheduled && isDue(revenueSentAtMs, limits.revenueIntervalMs, now)) {
        revenueScheduled = false;
        revenueSentAtMs = nowMs;
        write(`id: ${cursor}\n${frame("revenue", { asOf: now.toISOString() })}`, nowMs);
      }
      if (!isDue(wroteAtMs, limits.heartbeatMs, now)) return;
      // The ID advances, so that a quiet stream can resume hours later. A client that has not read the last
      // heartbeat is not sent another one.
      if (raw.writableLength === 0) write(`id: ${cursor}\n: alive\n\n`, nowMs);
      else if (nowMs - wroteAtMs > limits.stalledMs) raw.destroy();
    },
  };
  return stream;
}
