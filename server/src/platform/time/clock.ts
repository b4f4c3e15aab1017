import { setTimeout as delay } from "node:timers/promises";

/** The only way time enters: `now` for instants, `sleep` for waiting. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or at once when `signal` aborts: a loop looks at its signal, it catches nothing. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};

/** Never jumps, and is no time of day: for how much time has passed in this process. */
export const monotonicMs = (): number => performance.now();

export interface ManualClock extends Clock {
  set(to: Date): void;
  advance(ms: number): void;
}

/** A clock that stands still until a test moves it; whoever sleeps wakes when the moment is reached. */
export function manualClock(start: Date): ManualClock {
  let nowMs = start.getTime();
  const sleepers = new Set<{ wakeAtMs: number; wake: () => void }>();

  const set = (to: Date) => {
    nowMs = to.getTime();
    for (const sleeper of [...sleepers].sort((a, b) => a.wakeAtMs - b.wakeAtMs)) {
      if (sleeper.wakeAtMs <= nowMs) sleeper.wake();
    }
  };

  return {
    now: () => new Date(nowMs),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          wakeAtMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener("abort", sleeper.wake);
            resolve();
          },
        };
        if (ms <= 0 || signal?.aborted) return resolve();
        sleepers.add(sleeper);
        signal?.addEventListener("abort", sleeper.wake);
      }),
    set,
    advance: (ms) => set(new Date(nowMs + ms)),
  };
}
