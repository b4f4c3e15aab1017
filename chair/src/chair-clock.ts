/** Where time comes from; the server's own clock fits, and so does one that tests move by hand. */
export interface TimeSource {
  now(): Date;
}

/** Never jumps with the machine's own clock: a test machine that syncs its time must not stretch a massage. */
export const monotonicTime: TimeSource = {
  now: () => new Date(performance.timeOrigin + performance.now()),
};

export interface ChairClock {
  /** Milliseconds of massage time since the chair exists; what a run is measured with. Never jumps. */
  stopwatchMs(): number;
  /** The time of day of the chair's clock; null until a server has sent one. */
  timeOfDayMs(): number | null;
  /** The last time that the server sent applies, forwards and backwards. */
  sync(serverTime: string): void;
  /** A wrong time of day, as after a brown-out of the clock's chip. */
  jump(milliseconds: number): void;
  /** Gains (above 1) or loses (below 1) from now on. */
  drift(rate: number): void;
  /** The board has no battery: without power the time of day is gone. */
  reset(): void;
}

/** `speed` shortens massages for demonstrations and tests; the time of day is not touched by it. */
export function createChairClock(source: TimeSource, speed = 1): ChairClock {
  const uptimeMs = () => source.now().getTime() - startedAtMs;
  const startedAtMs = source.now().getTime();
  let known: { timeMs: number; uptimeMs: number; rate: number } | null = null;
  let rate = 1;

  const timeOfDayMs = () =>
    known === null ? null : Math.round(known.timeMs + (uptimeMs() - known.uptimeMs) * known.rate);

  const set = (timeMs: number) => {
    known = { timeMs, uptimeMs: uptimeMs(), rate };
  };

  return {
    stopwatchMs: () => uptimeMs() * speed,
    timeOfDayMs,
    sync(serverTime) {
      const timeMs = Date.parse(serverTime);
      if (!Number.isNaN(timeMs)) set(timeMs);
    },
    jump(milliseconds) {
      const timeMs = timeOfDayMs();
      if (timeMs !== null) set(timeMs + milliseconds);
    },
    drift(newRate) {
      const timeMs = timeOfDayMs();
      rate = newRate;
      if (timeMs !== null) set(timeMs);
    },
    reset() {
      known = null;
    },
  };
}
