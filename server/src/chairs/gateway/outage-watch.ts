import { isDatabaseUnavailable } from "#platform/postgres/database-errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

/** Time between two attempts while the database is unavailable. */
const probeMs = 500;
/** Longest wait of work that does not probe. */
const maxWaitMs = 60_000;
/** Time between the end of an outage and `onEnd`: limits how often it is called while the database comes and goes. */
const settleMs = 1_000;

/**
 * Lets work wait while the database is unavailable, so that nothing is given up because of an outage. Meanwhile, one
 * piece of the waiting work is attempted regularly; the first that the database answers ends the outage for all.
 */
export function createOutageWatch({
  clock,
  log,
  stopping,
  onEnd,
}: {
  clock: Clock;
  log: Log;
  /** Ends every wait when it aborts; the work then fails with its last error. */
  stopping: () => AbortSignal;
  /** Called after each outage. */
  onEnd: () => Promise<void>;
}) {
  let outage: AbortController | null = null;
  let isEnding = false;

  const end = async () => {
    if (outage === null) return;
    outage.abort();
    outage = null;
    if (isEnding) return;
    isEnding = true;
    log.info("the database is available again; processing the chairs' messages");
    const signal = stopping();
    await clock.sleep(settleMs, signal);
    isEnding = false;
    if (signal.aborted) return;
    await onEnd().catch((error: unknown) => log.warn({ err: error }, "the states could not be read again"));
  };

  return {
    /** Resolves with the result of `work`. Rejects with its error, unless the database is unavailable. */
    async waitThrough(work: () => Promise<void>): Promise<void> {
      let isProbing = false;
      for (;;) {
        try {
          await work();
          return void end();
        } catch (error) {
          const signal = stopping();
          if (signal.aborted || !isDatabaseUnavailable(error)) {
            void end();
            throw error;
          }
          if (outage === null) {
            outage = new AbortController();
            isProbing = true;
            log.warn({ err: error }, "the database is unavailable; the chairs' messages wait");
          }
          await (isProbing
            ? clock.sleep(probeMs, signal)
            : clock.sleep(maxWaitMs, AbortSignal.any([signal, outage.signal])));
        }
      }
    },
  };
}
