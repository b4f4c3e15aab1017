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
  start(): void;
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
  return {
    ...readiness,
    async waitForDatabase(read) {
      for (const endMs = monotonicMs() + maxWaitMs; ; ) {
        try {
          return await read();
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          do {
            if (stopping.signal.aborted || monotonicMs() > endMs) throw error;
            await clock.sleep(pollMs, stopping.signal);
          } while ((await readiness.current()).database === "down");
        }
      }
    },
    start() {
      void readiness.watch(clock, stopping.signal, (state) => gateway.followDatabase(state.database));
    },
    stop: () => stopping.abort(),
  };
}
