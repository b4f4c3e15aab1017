import type { ChairGateway } from "#chairs/index.ts";
import type { Uploads } from "#features/uploads/index.ts";
import { createReadiness, type Readiness } from "#platform/http/readiness.ts";
import type { AppDependencies } from "./host.ts";

interface Parts extends Pick<AppDependencies, "database" | "storage" | "clock" | "log"> {
  readonly gateway: Pick<ChairGateway, "connected" | "followDatabase">;
  readonly uploads: Pick<Uploads, "checkFiles">;
}

/** Creates the checks of this server's readiness; while it is started, the chair gateway follows the database's state. */
export function createAppReadiness({ database, storage, clock, log, gateway, uploads }: Parts): Readiness & {
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
    start() {
      void readiness.watch(clock, stopping.signal, (state) => gateway.followDatabase(state.database));
    },
    stop: () => stopping.abort(),
  };
}
