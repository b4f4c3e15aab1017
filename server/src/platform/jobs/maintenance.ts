import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import { createBackgroundLoop } from "./background-loop.ts";

const everyMs = 10 * 60_000;

export interface MaintenanceTask {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Runs the tasks periodically, one after another. Every server runs all tasks, so tasks must be idempotent. */
export function createMaintenance({
  clock,
  log,
  tasks,
}: {
  clock: Clock;
  log: Log;
  tasks: readonly MaintenanceTask[];
}) {
  return createBackgroundLoop(clock, async (signal) => {
    for (const { name, run } of tasks) {
      // The database closes soon after a stop, when the remaining tasks would only fail.
      if (signal.aborted) break;
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, task: name }, "maintenance: a task failed and is retried later");
      }
    }
    return everyMs;
  });
}
