import { publishEvents } from "#features/live-events/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { Clock } from "#platform/time/clock.ts";
import { writeAllOffline } from "./presence-store.ts";

/** Maximum number of live events per call, because PostgreSQL limits the number of parameters of a statement. */
const publishBatch = 5_000;

/**
 * Marks all chairs as offline when a server with an embedded broker starts. If the broker was killed, it has
 * published no last wills, so the stored presence is outdated. A chair becomes online again when it connects.
 */
export const markAllOffline =
  ({ database, clock }: { database: Database; clock: Clock }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      const changed = await writeAllOffline(uow);
      for (let first = 0; first < changed.length; first += publishBatch) {
        const events = changed
          .slice(first, first + publishBatch)
          .map(({ deviceId, outletId }) => ({ name: "device", outletId, subject: deviceId, at }) as const);
        publishEvents(uow, ...events);
      }
    });
