import { announce } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { writeAllOffline } from "./device-presence-store.ts";

/** A statement each: of thousands of chairs, and within the parameters that one may have. */
const announcedAtOnce = 5_000;

/**
 * For the start of a server with a broker of its own: a broker that was killed published no last wills, so what the
 * database says of presence is as old as the kill. Each chair is online again as soon as it speaks.
 */
export const presumeOffline =
  ({ database, clock }: { database: Database; clock: Clock }) =>
  (): Promise<void> =>
    transact(database, async (tx) => {
      const at = clock.now();
      const gone = await writeAllOffline(tx);
      for (let first = 0; first < gone.length; first += announcedAtOnce) {
        const news = gone
          .slice(first, first + announcedAtOnce)
          .map(({ deviceId, outletId }) => ({ name: "device", outletId, subject: deviceId, at }) as const);
        await announce(tx, ...news);
      }
    });
