import { publishEvents } from "#features/live-events/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { Clock } from "#platform/time/clock.ts";
import { writeAllOffline } from "./presence-store.ts";

/**
 * Marks all chairs as offline when a server with an embedded broker starts. If the broker was killed, it has
 * published no last wills, so the stored presence is outdated. A chair becomes online again when it connects.
 */
export const markAllOffline =
  ({ database, clock }: { database: Database; clock: Clock }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      for (const { deviceId, outletId } of await writeAllOffline(uow))
        publishEvents(uow, { name: "device", outletId, subject: deviceId, at });
    });
