/** The source of time: the server's clock, or a clock that tests control. */
export interface TimeSource {
  now(): Date;
}

/** Unaffected by changes of the computer's clock, so that a time synchronisation does not lengthen a massage. */
export const monotonicTime: TimeSource = {
  now: () => new Date(performance.timeOrigin + performance.now()),
};

export interface ChairClock {
  /** Monotonic milliseconds of massage time since this clock was created; measures runs. */
  stopwatchMs(): number;
  /** The chair's wall-clock time; null until a server has sent one. */
  timeOfDayMs(): number | null;
  /** Sets the wall clock to the time that the server sent, forwards or backwards. */
  sync(serverTime: string): void;
  /** Moves the wall clock forwards or, if negative, backwards; without effect while it is not set. */
  jump(milliseconds: number): void;
  /** Sets how fast the wall clock runs: 1 is exact, 1.01 gains 1 %. */
  drift(rate: number): void;
  /** Clears the wall clock, as a power loss does on a board without a battery. */
  reset(): void;
}

/** The readings of a chair's two clocks at one instant. */
export interface ChairTime {
  readonly stopwatchMs: number;
  readonly timeOfDayMs: number | null;
}

/** `speed` shortens massages for demonstrations and tests; it does not change the wall clock. */
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
