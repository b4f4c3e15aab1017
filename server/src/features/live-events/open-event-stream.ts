import type { ServerResponse } from "node:http";
import type { Clock } from "#platform/time/clock.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Audience } from "./audience-rules.ts";
import { type EventStream, openStream } from "./event-stream.ts";

/** A browser has a stream per tab. Where a token opens more, the oldest is closed and has to wait before it resumes. */
const streamsPerToken = 8;
const streamsPerProcess = 20_000;

const audienceOf = (caller: CustomerCaller | ManagerCaller): Audience =>
  caller.kind === "manager"
    ? { kind: "manager", outletIds: caller.outletIds, permissions: caller.permissions }
    : {
        kind: "customer",
        customerId: caller.customerId,
        orderIds: caller.ticketOrderIds ?? [],
        ...(caller.isUnstored && { isUnstored: true }),
      };

interface TokenStreams {
  /** Oldest first. */
  readonly streams: Set<EventStream>;
  readonly backoff: StreamBackoff;
}

export function createOpenEventStream({
  clock,
  join,
}: {
  clock: Clock;
  join: (stream: EventStream, lastEventId: string | undefined) => () => void;
}) {
  const byToken = new Map<string, TokenStreams>();
  let open = 0;

  return {
    /** @throws ProductError notReady; rateLimited where a token with the maximum of streams reconnects too early */
    refuseWhenFull({ tokenHash }: Pick<CustomerCaller, "tokenHash">): void {
      if (open >= streamsPerProcess) throw new ProductError("notReady");
      const own = byToken.get(tokenHash.toString("hex"));
      if (own === undefined || own.streams.size < streamsPerToken) return;
      const remainingMs = own.backoff.remainingMs(clock.now().getTime());
      if (remainingMs > 0)
        throw new ProductError("rateLimited", { data: { retryAfterSeconds: Math.ceil(remainingMs / 1000) } });
    },
    openEventStream(
      raw: ServerResponse,
      headers: Readonly<Record<string, string | number | string[] | undefined>>,
      caller: CustomerCaller | ManagerCaller,
      lastEventId: string | undefined,
    ): void {
      // The stream of a client that has disconnected already would never be removed.
      if (raw.destroyed || raw.socket === null || raw.socket.destroyed) return;
      const stream = openStream(raw, headers, caller.tokenHash, audienceOf(caller));
      const token = caller.tokenHash.toString("hex");
      const own = byToken.get(token) ?? { streams: new Set(), backoff: createStreamBackoff() };
      byToken.set(token, own);
      const [oldest] = own.streams;
      if (oldest !== undefined && own.streams.size >= streamsPerToken) {
        // The oldest stream is removed immediately and not when its socket closes, so that each of several
        // streams that open concurrently ends another one.
        own.streams.delete(oldest);
        oldest.end(own.backoff.next(clock.now().getTime()));
      }
      own.streams.add(stream);
      open += 1;
      const leave = join(stream, lastEventId);
      raw.once("close", () => {
        open -= 1;
        own.streams.delete(stream);
        if (own.streams.size === 0 && byToken.get(token) === own) byToken.delete(token);
        leave();
      });
    },
  };
}

const firstWaitMs = 1_000;
const maxWaitMs = 60_000;

export type StreamBackoff = ReturnType<typeof createStreamBackoff>;

/**
 * Back-off for a token that opens too many streams. Each stream that is closed for a newer one has to wait twice as long
 * as the previous one, up to a minute; after twice the last wait without a closed stream, it restarts at a second.
 */
export function createStreamBackoff() {
  let waitMs = 0;
  let closedAtMs = Number.NEGATIVE_INFINITY;

  /** Time since the last stream was closed; a clock that was set back ends the back-off. */
  const elapsedMs = (nowMs: number): number =>
    nowMs < closedAtMs ? Number.POSITIVE_INFINITY : nowMs - closedAtMs;

  return {
    /** Milliseconds until a further stream may replace the oldest one; 0 where it may now. */
    remainingMs: (nowMs: number): number => Math.max(0, waitMs - elapsedMs(nowMs)),
    /** Records that a stream is closed for a newer one. @returns milliseconds that its client has to wait */
    next(nowMs: number): number {
      const isOver = elapsedMs(nowMs) > 2 * waitMs;
      waitMs = isOver ? firstWaitMs : Math.min(waitMs * 2, maxWaitMs);
      closedAtMs = nowMs;
      return waitMs;
    },
  };
}
