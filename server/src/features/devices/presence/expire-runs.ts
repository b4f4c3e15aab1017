import { publishEvents } from "#features/live-events/index.ts";
import { createBackgroundLoop } from "#platform/jobs/background-loop.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createLimitedLog, type Log } from "#platform/logging/log.ts";
import { clearExpiredRuns } from "./presence-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const pollMs = 1_000;
/** Grace period after the expected end, in which a connected chair can report the end. */
const graceMs = 10_000;
const batch = 500;

interface RunExpiryDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after a commit with live events, so that they are sent before the next poll. */
  readonly wake: () => void;
}

/**
 * Creates a background loop that ends a run without an order, such as a test run, if its chair has not reported the end
 * within `graceMs` after the expected end. The chair can then be started again. The expected end is stored in the
 * database, so another server ends the run if this one crashes.
 */
export function createRunExpiry({ database, clock, log, wake }: RunExpiryDependencies) {
  /** @returns the number of runs that were ended, at most `batch` */
  async function expire(): Promise<number> {
    const at = clock.now();
    const expired = await transact(database, async (uow) => {
      const cleared = await clearExpiredRuns(uow, new Date(at.getTime() - graceMs), batch);
      for (const { deviceId, outletId } of cleared)
        publishEvents(uow, { name: "device", outletId, subject: deviceId, at });
      return cleared.length;
    });
    if (expired > 0) wake();
    return expired;
  }

  const failures = createLimitedLog(log, clock, 1);
  return createBackgroundLoop(clock, async () => {
    const expired = await expire().catch((error: unknown) => {
      failures.warn({ err: error }, "devices: could not end expired runs; retrying");
      return 0;
    });
    return expired < batch ? pollMs : 0;
  });
}
