import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

const everyMs = 10 * 60_000;

/** Runs what deletes the expired, now and then; every server does it, and any of them may be the one that did. */
export function createUpkeep({
  clock,
  log,
  work,
}: {
  clock: Clock;
  log: Log;
  work: readonly (() => Promise<void>)[];
}) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function keepUp(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const task of work)
        await task().catch((error: unknown) => log.warn({ err: error }, "upkeep: tried again later"));
      await clock.sleep(everyMs, stopping.signal);
    }
  }

  return {
    start() {
      loop ??= keepUp();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
