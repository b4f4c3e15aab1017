import type { Clock } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { lockFolder } from "#platform/data-folder.ts";
import { connectDatabase, type Database } from "#platform/database.ts";
import type { Log } from "#platform/log.ts";
import { openDatabase } from "#platform/open-database.ts";
import { StartError } from "#platform/start-error.ts";
import { emptyEveryTable, markLoaded, whatIsHeld } from "./demo-state-store.ts";
import { loadHistory } from "./load-history.ts";
import { loadNetwork } from "./load-network.ts";

/** Empties the demo's tables, before the server that serves them is started. */
export async function resetDatabase(config: Config, log: Log): Promise<void> {
  const lock = await lockFolder(config.dataDir);
  try {
    const opened = await openDatabase(config, { log });
    try {
      const held = await whatIsHeld(opened.database);
      if (held === "otherData") throw holdsOtherData(config);
      const owner = connectDatabase({ connection: opened.ownerConnection, poolSize: 1 });
      if (held === "demo") await emptyEveryTable(owner).finally(() => owner.destroy());
    } finally {
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
export async function prepareDatabase(
  database: Database,
  { config, clock, progress }: { config: Config; clock: Clock; progress: (words: string) => void },
): Promise<"loaded" | "kept"> {
  const held = await whatIsHeld(database);
  if (held === "otherData") throw holdsOtherData(config);
  if (held === "demo") return "kept";
  // One transaction: a demo cut short leaves an empty database, not half a network.
  await database.transaction().execute(async (tx) => {
    progress("outlets, chairs, prices and accounts");
    await loadNetwork(tx, clock);
    const orders = await loadHistory(tx, clock.now(), progress);
    await markLoaded(tx, orders, clock.now());
  });
  return "loaded";
}

function holdsOtherData(config: Config): StartError {
  return new StartError(
    config.databaseUrl === null
      ? `the database in ${config.dataDir} holds data that is not the demo's; choose another folder with DATA_DIR`
      : "setting DATABASE_URL leads to a database that holds data that is not the demo's; the demo leaves it alone",
  );
}
