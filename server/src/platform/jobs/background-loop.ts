import type { Clock } from "#platform/time/clock.ts";

/**
 * Repeats `cycle` from `start` until `stop`, which waits for the current cycle. A cycle must not reject. It returns the
 * number of milliseconds until the next cycle begins. `stop` aborts the signal, so that a cycle of several steps can
 * omit the remaining steps.
 */
export function createBackgroundLoop(clock: Clock, cycle: (signal: AbortSignal) => Promise<number>) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pauseMs = await cycle(stopping.signal);
      if (pauseMs > 0) await clock.sleep(pauseMs, stopping.signal);
    }
  }

  return {
    start(): void {
      loop ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
