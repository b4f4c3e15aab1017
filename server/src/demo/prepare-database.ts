import type { Clock } from "#platform/time/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { lockFolder } from "#platform/files/data-folder.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { StartError } from "#platform/config/settings.ts";
import {
  emptyEveryTable,
  gatherStatistics,
  markLoaded,
  whatIsHeld,
  writeToDisk,
} from "./demo-state-store.ts";
import { loadHistory } from "./history/load-history.ts";
import { loadNetwork } from "./load-network.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface Preparing {
  readonly config: Config;
  readonly clock: Clock;
  readonly progress: (words: string) => void;
}

/** Opens the database before the server does, as its owner, who alone may empty tables and gather statistics. */
export async function prepareDatabase(
  parts: Preparing & { readonly log: Log; readonly reset: boolean },
): Promise<"loaded" | "kept"> {
  const { config, log } = parts;
  const lock = await lockFolder(config.dataDir);
  try {
    const opened = await openDatabase(config, { log });
    const owner = connectDatabase({ connection: opened.ownerConnection, poolSize: 1 });
    try {
      if (parts.reset && (await whatIsHeld(owner)) === "demo") await emptyEveryTable(owner);
      const outcome = await loadDemo(owner, parts);
      if (outcome === "loaded") await gatherStatistics(owner);
      // Or else the stop that follows has all of it to write, is cut short, and the next start makes it good.
      if (outcome === "loaded" && config.databaseUrl === null) await writeToDisk(owner);
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
 * Loads the demo network into an empty database, once; a loaded one is kept as it is.
 * @throws StartError where the database holds anything else.
 */
export async function loadDemo(
  owner: Database,
  { config, clock, progress }: Preparing,
): Promise<"loaded" | "kept"> {
  const held = await whatIsHeld(owner);
  if (held === "otherData")
    throw new StartError(`${nameOf(config)} holds data that is not the demo's; ${wayOut(config)}`);
  if (held === "demo") return "kept";
  // One transaction: a demo cut short leaves an empty database, not half a network.
  await transact(
    owner,
    async (uow) => {
      progress("outlets, chairs, prices and accounts");
      await loadNetwork(uow, clock);
      const orders = await loadHistory(uow, clock.now(), progress);
      await markLoaded(uow, orders, clock.now());
    },
    { bulk: true },
  );
  return "loaded";
}

/** For a start that took the database for the demo's: nothing is served to anyone before that is sure. */
export async function requireDemo(database: Database, config: Config): Promise<void> {
  const held = await whatIsHeld(database);
  if (held === "otherData")
    throw new StartError(`${nameOf(config)} holds data that is not the demo's; ${wayOut(config)}`);
  if (held === "nothing")
    throw new StartError(`${nameOf(config)} holds no demo any more; npm run demo -- --reset loads it anew`);
}

const nameOf = (config: Config) =>
  config.databaseUrl === null
    ? `the database in ${config.dataDir}`
    : "the database that setting DATABASE_URL names";

const wayOut = (config: Config) =>
  config.databaseUrl === null ? "choose another folder with DATA_DIR" : "the demo leaves it alone";
