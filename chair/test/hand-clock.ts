import type { TimeSource } from "#chair-clock.ts";

/** Creates a source of time that advances only by calls of `advance`. */
export function handClock(
  startMs = Date.parse("2026-11-21T08:00:00.000Z"),
): TimeSource & { advance(ms: number): void } {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
