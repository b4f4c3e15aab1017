import { setTimeout as delay } from "node:timers/promises";

/** The source of time: `now` for the current instant, `sleep` for waiting. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or as soon as `signal` aborts. It never rejects, so a loop must check its signal. */
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

/** Waits for `work` for at most `ms`. Rejects only if `work` rejects within that time. */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Monotonic time in milliseconds, for measuring durations within this process. */
export const monotonicMs = (): number => performance.now();

export interface ManualClock extends Clock {
  set(to: Date): void;
  advance(ms: number): void;
}

/** A clock for tests that advances only by `set` and `advance`. */
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
