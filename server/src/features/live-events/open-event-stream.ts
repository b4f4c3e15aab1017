import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Clock } from "#platform/time/clock.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Audience } from "./audience-rules.ts";
import { type EventStream, openStream } from "./event-stream.ts";

/**
 * Maximum number of streams per token. A browser opens one stream per tab. If a token opens another stream, its oldest
 * stream is ended, and the client of the ended stream must wait before it reconnects.
 */
const streamsPerToken = 8;
const streamsPerProcess = 20_000;

const audienceOf = (caller: CustomerCaller | ManagerCaller): Audience =>
  caller.kind === "manager"
    ? { kind: "manager", outletIds: caller.outletIds, permissions: caller.permissions }
    : {
        kind: "customer",
        customerId: caller.customerId,
        orderIds: caller.ticketOrderIds ?? [],
        ...(caller.guestTokenExpiresAt && { guestTokenExpiresAt: caller.guestTokenExpiresAt }),
      };

interface TokenStreams {
  /** Oldest first. */
  readonly streams: Set<EventStream>;
  readonly backoff: ReturnType<typeof createStreamBackoff>;
}

export function createOpenEventStream({
  clock,
  join,
}: {
  clock: Clock;
  join: (stream: EventStream, lastEventId: string | undefined) => () => void;
}) {
  const byToken = new Map<string, TokenStreams>();
  let openStreams = 0;

  return {
    /**
     * Refuses a new stream if a limit is reached.
     * @throws ProductError notReady if this server has too many streams; rateLimited if a token with the maximum number
     *   of streams reconnects too early
     */
    refuseWhenFull({ tokenHash }: Pick<CustomerCaller, "tokenHash">): void {
      if (openStreams >= streamsPerProcess) throw new ProductError("notReady");
      const own = byToken.get(tokenHash.toString("hex"));
      if (own === undefined || own.streams.size < streamsPerToken) return;
      const remainingMs = own.backoff.remainingMs(clock.now().getTime());
      if (remainingMs > 0)
        throw new ProductError("rateLimited", { data: { retryAfterSeconds: Math.ceil(remainingMs / 1000) } });
    },
    /**
     * Opens a stream, which is removed when its connection closes. If the token then has too many streams, ends the
     * oldest one.
     */
    openEventStream(
      raw: ServerResponse,
      headers: Readonly<NodeJS.Dict<OutgoingHttpHeader>>,
      caller: CustomerCaller | ManagerCaller,
      lastEventId: string | undefined,
    ): void {
      // For a client that has already disconnected, no `close` event would follow, so its stream would never be
      // removed.
      if (raw.destroyed || raw.socket === null || raw.socket.destroyed) return;
      const stream = openStream(raw, headers, caller.tokenHash, audienceOf(caller));
      const token = caller.tokenHash.toString("hex");
      const own = byToken.get(token) ?? { streams: new Set(), backoff: createStreamBackoff() };
      byToken.set(token, own);
      const [oldest] = own.streams;
      if (oldest !== undefined && own.streams.size >= streamsPerToken) {
        // The oldest stream is removed now instead of when its socket closes, so that each of several streams that
        // are opened concurrently ends another one.
        own.streams.delete(oldest);
        oldest.end(own.backoff.next(clock.now().getTime()));
      }
      own.streams.add(stream);
      openStreams += 1;
      const leave = join(stream, lastEventId);
      raw.once("close", () => {
        openStreams -= 1;
        own.streams.delete(stream);
        if (own.streams.size === 0 && byToken.get(token) === own) byToken.delete(token);
        leave();
      });
    },
  };
}

const firstWaitMs = 1_000;
const maxWaitMs = 60_000;

/**
 * Creates the back-off for a token that opens too many streams. The client of each stream that is closed for a newer
 * one must wait twice as long as the previous client, up to one minute. The wait restarts at one second if no stream
 * was closed for twice the last wait.
 */
export function createStreamBackoff() {
  let waitMs = 0;
  let closedAtMs = Number.NEGATIVE_INFINITY;

  /**
   * Returns the time since the last stream was closed; infinite if the clock was set back, which ends the back-off.
   */
  const elapsedMs = (nowMs: number): number =>
    nowMs < closedAtMs ? Number.POSITIVE_INFINITY : nowMs - closedAtMs;

  return {
    /** Returns the milliseconds until another stream may replace the oldest one; 0 if it may now. */
    remainingMs: (nowMs: number): number => Math.max(0, waitMs - elapsedMs(nowMs)),
    /** Records that a stream is closed for a newer one. @returns the milliseconds that its client must wait */
    next(nowMs: number): number {
      const isOver = elapsedMs(nowMs) > 2 * waitMs;
      waitMs = isOver ? firstWaitMs : Math.min(waitMs * 2, maxWaitMs);
      closedAtMs = nowMs;
      return waitMs;
    },
  };
}
