import type { ServerResponse } from "node:http";
import type { Audience } from "./audience-rules.ts";
import { frame } from "./event-payloads.ts";

export interface StreamLimits {
  /** What may wait in this process for a client that reads slowly. */
  readonly maxQueuedBytes: number;
  readonly heartbeatMs: number;
  /** A client that takes nothing for this long is given up. */
  readonly stalledMs: number;
  readonly revenueIntervalMs: number;
}

export const streamLimits: StreamLimits = {
  maxQueuedBytes: 64 * 1024,
  heartbeatMs: 15_000,
  stalledMs: 60_000,
  revenueIntervalMs: 1000,
};

/** Whether a while has passed since; a clock that was set back must not put things off until it has caught up. */
export const isDue = (sinceMs: number, everyMs: number, now: Date): boolean =>
  now.getTime() - sinceMs >= everyMs || now.getTime() < sinceMs;

export type EventStream = ReturnType<typeof openStream>;

/**
 * One client's stream. It never queues without bound: where the client can't keep up, events are dropped, and
 * the client is told to fetch anew as soon as it reads again.
 */
export function openStream(
  raw: ServerResponse,
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
  tokenHash: Buffer,
  firstAudience: Audience,
  limits: StreamLimits = streamLimits,
) {
  let wroteAtMs = 0;
  let missedSinceMs: number | null = null;
  let revenueSentAtMs = Number.NEGATIVE_INFINITY;
  let revenueOwed = false;
  let isEnded = false;
  const streamHeaders = {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Reverse proxies would otherwise hold events back to fill a buffer.
    "x-accel-buffering": "no",
  };

  const write = (text: string, nowMs: number): boolean => {
    if (isEnded) return false;
    if (raw.writableLength + text.length > limits.maxQueuedBytes) {
      missedSinceMs ??= nowMs;
      return false;
    }
    raw.write(text);
    wroteAtMs = nowMs;
    return true;
  };

  const stream = {
    tokenHash,
    /** Replaced by the directory alone when what the token's holder may see changes. */
    audience: firstAudience,
    /** Ends it; with `retryMs`, its client may connect again after that time and not before. */
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
      revenueOwed = false;
      write(`id: ${cursor}\n${frame("reset", {})}`, nowMs);
    },
    /** Sends one event, unless a reset is owed anyway. */
    send(text: string, nowMs: number): void {
      if (missedSinceMs === null) write(text, nowMs);
    },
    oweRevenue(): void {
      revenueOwed = true;
    },
    /** What is due by the clock: a reset after a jam, a revenue event held back, a sign of life. */
    tend(cursor: string, now: Date): void {
      const nowMs = now.getTime();
      if (missedSinceMs !== null) {
        if (nowMs - missedSinceMs > limits.stalledMs) raw.destroy();
        else if (raw.writableLength === 0) {
          missedSinceMs = null;
          stream.reset(cursor, nowMs);
        }
        return;
      }
      if (revenueOwed && isDue(revenueSentAtMs, limits.revenueIntervalMs, now)) {
        revenueOwed = false;
        revenueSentAtMs = nowMs;
        write(`id: ${cursor}\n${frame("revenue", { asOf: now.toISOString() })}`, nowMs);
      }
      if (!isDue(wroteAtMs, limits.heartbeatMs, now)) return;
      // The id moves on with what was read, so that a quiet stream can still resume hours later. A client that
      // has not even taken the last sign of life is not sent more of them.
      if (raw.writableLength === 0) write(`id: ${cursor}\n: alive\n\n`, nowMs);
      else if (nowMs - wroteAtMs > limits.stalledMs) raw.destroy();
    },
  };
  return stream;
}
