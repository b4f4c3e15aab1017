import { publishEvents } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { clearExpiredRuns } from "./device-presence-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const pollMs = 1_000;
/** Time for the report of a connected chair, which reports the end itself. */
const graceMs = 10_000;
const batch = 500;

interface RunExpiryDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly wake: () => void;
}

/**
 * Frees chairs that went offline during a massage without an order when its time is over by the server's clock. The end
 * is stored, so any server can do this, also after a crash.
 */
export function createRunExpiry({ database, clock, log, wake }: RunExpiryDependencies) {
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function expire(): Promise<number> {
    const at = clock.now();
    const expired = await transact(database, async (uow) => {
      const cleared = await clearExpiredRuns(uow, new Date(at.getTime() - graceMs), batch);
      const events = cleared.map(
        ({ deviceId, outletId }) => ({ name: "device", outletId, subject: deviceId, at }) as const,
      );
      publishEvents(uow, ...events);
      return cleared.length;
    });
    if (expired > 0) wake();
    return expired;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const expired = await expire().catch((error: unknown) => {
        log.warn({ err: error }, "devices: could not expire runs; retrying");
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
