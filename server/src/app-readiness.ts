import type { ChairGateway } from "#chairs/index.ts";
import type { Uploads } from "#features/uploads/index.ts";
import { createReadiness, type Readiness } from "#platform/http/readiness.ts";
import { isDatabaseUnavailable } from "#platform/postgres/database-errors.ts";
import { monotonicMs } from "#platform/time/clock.ts";
import type { AppDependencies } from "./host.ts";

interface Parts extends Pick<AppDependencies, "database" | "storage" | "clock" | "log"> {
  readonly gateway: Pick<ChairGateway, "connected" | "followDatabase">;
  readonly uploads: Pick<Uploads, "checkFiles">;
}

/** Shorter than the time for which common MQTT clients wait for the answer to a CONNECT. */
const maxWaitMs = 20_000;
const pollMs = 500;

/** Creates the checks of this server's readiness; while it is started, the chair gateway follows the database's state. */
export function createAppReadiness({ database, storage, clock, log, gateway, uploads }: Parts): Readiness & {
  /** Repeats a read that fails because the database is unavailable, for at most 20 s. */
  waitForDatabase<T>(read: () => Promise<T>): Promise<T>;
  /**
   * Starts the checks after `openChairs`. If the database is unavailable, such as a standby, the server starts without
   * being ready, and `openChairs` is repeated in the background until it succeeds or the server stops.
   */
  start(openChairs: () => Promise<void>): Promise<void>;
  stop(): void;
} {
  const stopping = new AbortController();
  const readiness = createReadiness({
    checks: {
      database: () => database.check(),
      storage: storage.hasFreeSpace,
      broker: gateway.connected,
      files: uploads.checkFiles,
    },
    log,
  });
  async function waitForDatabase<T>(work: () => Promise<T>, waitMs = maxWaitMs): Promise<T> {
    for (const endMs = monotonicMs() + waitMs; ; ) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        do {
          if (stopping.signal.aborted || monotonicMs() > endMs) throw error;
          await clock.sleep(pollMs, stopping.signal);
        } while ((await readiness.current()).database === "down");
      }
    }
  }
  return {
    ...readiness,
    waitForDatabase: (read) => waitForDatabase(read),
    async start(openChairs) {
      try {
        await openChairs();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        log.warn({ err: error }, "the database cannot be written; the server takes no chairs' messages yet");
        void waitForDatabase(openChairs, Number.POSITIVE_INFINITY).catch((failure: unknown) => {
          if (!stopping.signal.aborted)
            log.error({ err: failure }, "the server takes no chairs' messages; restart it");
        });
      }
      void readiness.watch(clock, stopping.signal, (state) => gateway.followDatabase(state.database));
    },
    stop: () => stopping.abort(),
  };
}
