import type { Clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { lockFolder } from "#platform/files/data-folder.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { StartError } from "#platform/config/settings.ts";
import {
  truncateTables,
  analyzeTables,
  logNoSlowStatements,
  readContent,
  checkpoint,
} from "./demo-state-store.ts";
import { loadHistory } from "./history/load-history.ts";
import { loadNetwork } from "./load-network.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface DemoContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly progress: (message: string) => void;
}

/**
 * Loads the demo before the server opens the database. With `reset`, first deletes the data of a loaded demo. Connects
 * as the owner, since only the owner may truncate and analyze tables.
 */
export async function prepareDatabase(
  dependencies: DemoContext & { readonly log: Log; readonly reset: boolean },
): Promise<"loaded" | "unchanged"> {
  const { config, log } = dependencies;
  const lock = await lockFolder(config.dataDir);
  try {
    const opened = await openDatabase(config, { log });
    const owner = connectDatabase({ connection: opened.ownerConnection, poolSize: 1 });
    try {
      if (config.databaseUrl === null) await logNoSlowStatements(owner);
      if (dependencies.reset && (await readContent(owner)) === "demo") await truncateTables(owner);
      const outcome = await loadDemo(owner, dependencies);
      if (outcome === "loaded") await analyzeTables(owner);
      // Without this checkpoint, stopping PostgreSQL would have to write all data, would exceed its time limit, and
      // would leave the recovery to the next start.
      if (outcome === "loaded" && config.databaseUrl === null) await checkpoint(owner);
      return outcome;
    } finally {
      await owner.destroy();
      await opened.close();
    }
  } finally {
    await lock.release();
  }
}

/**
 * Loads the demo into an empty database; leaves a loaded demo unchanged.
 * @throws StartError if the database contains other data
 */
export async function loadDemo(
  owner: Database,
  { config, clock, progress }: DemoContext,
): Promise<"loaded" | "unchanged"> {
  const content = await readContent(owner);
  if (content === "otherData") throw otherData(config);
  if (content === "demo") return "unchanged";
  // One transaction, so that an interrupted load leaves the database empty.
  await transact(
    owner,
    async (uow) => {
      progress("outlets, chairs, prices and accounts");
      await loadNetwork(uow, clock);
      const orders = await loadHistory(uow, clock.now(), progress);
      addAuditEntry(uow, {
        at: clock.now(),
        actor: "demo",
        action: "demo.loaded",
        subject: "demo",
        detail: { orders },
      });
    },
    { bulk: true },
  );
  return "loaded";
}

/** Checks, before the server accepts calls, that the database contains the demo. @throws StartError if it does not */
export async function requireDemo(database: Database, config: Config): Promise<void> {
  const content = await readContent(database);
  if (content === "otherData") throw otherData(config);
  if (content === "nothing")
    throw new StartError(
      `${nameOf(config)} no longer contains the demo; npm run demo -- --reset loads it again`,
    );
}

const nameOf = (config: Config) =>
  config.databaseUrl === null
    ? `the database in ${config.dataDir}`
    : "the database that setting DATABASE_URL names";

function otherData(config: Config): StartError {
  const advice =
    config.databaseUrl === null ? "choose another folder with DATA_DIR" : "the demo does not change it";
  return new StartError(`${nameOf(config)} contains other data than the demo's; ${advice}`);
}
