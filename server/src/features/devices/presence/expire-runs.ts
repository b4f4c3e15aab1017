import { publishEvents } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { clearExpiredRuns } from "./device-presence-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const pollMs = 1_000;
/** A chair that is connected reports the end itself; this is how long its message may take. */
const graceMs = 10_000;
const batch = 500;

interface RunExpiryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly wake: () => void;
}

/**
 * Ends the use of chairs that fell silent in a massage without an order, once its time is over by the server's clock.
 * The end is a column, so any server may do it, after any crash.
 */
export function createRunExpiry({ database, clock, log, wake }: RunExpiryParts) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function expire(): Promise<number> {
    const at = clock.now();
    const expired = await transact(database, async (uow) => {
      const cleared = await clearExpiredRuns(uow, new Date(at.getTime() - graceMs), batch);
      const news = cleared.map(({ deviceId, outletId }) => ({ outletId, subject: deviceId, at }));
      publishEvents(uow, ...news.map((one) => ({ name: "device" as const, ...one })));
      return cleared.length;
    });
    if (expired > 0) wake();
    return expired;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const expired = await expire().catch((error: unknown) => {
        log.warn({ err: error }, "devices: expired runs are looked for again");
        return 0;
      });
      if (expired < batch) await clock.sleep(pollMs, stopping.signal);
    }
  }

  return {
    start(): void {
      loop ??= watch();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
