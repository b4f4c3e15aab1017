import { publishEvents } from "#features/live-events/index.ts";
import { createBackgroundLoop } from "#platform/jobs/background-loop.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
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
  readonly wake: () => void;
}

/**
 * Creates a job that frees a chair `graceMs` after the expected end of a run without an order (for example a test
 * run), if the chair has not reported the end, for example because it is offline. The expected end is stored in the
 * database, so another server can free the chair if this one crashes.
 */
export function createRunExpiry({ database, clock, log, wake }: RunExpiryDependencies) {
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

  return createBackgroundLoop(clock, async () => {
    const expired = await expire().catch((error: unknown) => {
      log.warn({ err: error }, "devices: could not free chairs whose runs have ended; retrying");
      return 0;
    });
    return expired < batch ? pollMs : 0;
  });
}
