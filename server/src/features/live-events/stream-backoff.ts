const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

export type StreamBackoff = ReturnType<typeof createStreamBackoff>;

/**
 * Back-off for the streams of one token while it opens more than it may have. Each stream that is closed for a newer
 * one has to wait twice as long as the one before it, up to a minute; where none is closed for twice the last wait,
 * it begins again at a second.
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
      waitMs = isOver ? firstWaitMs : Math.min(waitMs * 2, longestWaitMs);
      closedAtMs = nowMs;
      return waitMs;
    },
  };
}
