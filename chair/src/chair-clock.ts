/** Source of time: the computer's clock, or a clock that tests control. */
export interface TimeSource {
  now(): Date;
}

/**
 * Monotonic source of time. Changes of the computer's clock do not affect it, so that a time synchronisation cannot
 * lengthen a massage.
 */
export const monotonicTime: TimeSource = {
  now: () => new Date(performance.timeOrigin + performance.now()),
};

/** The readings of a chair's two clocks at one instant. */
export interface ChairTime {
  /** Monotonic milliseconds since the clock was created, multiplied by the clock's `speed`. */
  readonly stopwatchMs: number;
  /** Wall-clock time in milliseconds since the Unix epoch; null until a server has sent its time. */
  readonly wallClockMs: number | null;
}

/**
 * Creates the clocks of a chair: a stopwatch and a wall clock. `speed` is the factor by which the stopwatch runs
 * faster, which shortens massages for demonstrations and tests. It does not change the wall clock.
 */
export function createChairClock(source: TimeSource, speed = 1) {
  const uptimeMs = () => source.now().getTime() - startedAtMs;
  const startedAtMs = source.now().getTime();
  let known: { timeMs: number; uptimeMs: number; rate: number } | null = null;
  let rate = 1;

  const wallClockMs = () =>
    known === null ? null : Math.round(known.timeMs + (uptimeMs() - known.uptimeMs) * known.rate);

  const set = (timeMs: number) => {
    known = { timeMs, uptimeMs: uptimeMs(), rate };
  };

  return {
    /**
     * Returns monotonic milliseconds since the clock was created, multiplied by the clock's `speed`. Runs are measured
     * with it.
     */
    stopwatchMs: () => uptimeMs() * speed,
    wallClockMs,
    /** Sets the wall clock to the time that the server sent, forwards or backwards. Ignores an invalid time. */
    sync(serverTime: string) {
      const timeMs = Date.parse(serverTime);
      if (!Number.isNaN(timeMs)) set(timeMs);
    },
    /**
     * Moves the wall clock forwards, or backwards if `milliseconds` is negative. Has no effect while the wall clock is
     * not set.
     */
    jump(milliseconds: number) {
      const timeMs = wallClockMs();
      if (timeMs !== null) set(timeMs + milliseconds);
    },
    /** Sets how fast the wall clock runs: 1 is exact, 1.01 gains 1 %. */
    drift(newRate: number) {
      const timeMs = wallClockMs();
      rate = newRate;
      if (timeMs !== null) set(timeMs);
    },
    /** Clears the wall clock, like a power loss of a board without a battery. The stopwatch continues. */
    reset() {
      known = null;
    },
  };
}

export type ChairClock = ReturnType<typeof createChairClock>;
