import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

const everyMs = 10 * 60_000;

/** Runs the purge tasks periodically; every server does so, and the tasks are idempotent. */
export function createMaintenance({
  clock,
  log,
  tasks,
}: {
  clock: Clock;
  log: Log;
  tasks: readonly (() => Promise<void>)[];
}) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function runTasks(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const task of tasks)
        await task().catch((error: unknown) =>
          log.warn({ err: error }, "maintenance: a task failed and is retried later"),
        );
      await clock.sleep(everyMs, stopping.signal);
    }
  }

  return {
    start() {
      loop ??= runTasks();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
