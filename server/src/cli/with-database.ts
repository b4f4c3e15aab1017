import { type Config, readConfig } from "#platform/config.ts";
import { FolderInUseError, type FolderLock, lockFolder } from "#platform/data-folder.ts";
import { connectDatabase, type Database } from "#platform/database.ts";
import { createLog, type Log } from "#platform/log.ts";
import { migrate } from "#platform/migrate.ts";
import { openDatabase } from "#platform/open-database.ts";
import { StartError } from "#platform/start-error.ts";
import { CliFailure } from "./cli-failure.ts";
import { findRunningPostgres } from "./running-postgres.ts";
import type { Terminal } from "./terminal.ts";

interface Opened {
  readonly database: Database;
  close(): Promise<void>;
}

/** How long a server that has just taken the data folder may need until its database answers. */
const patienceMs = 15_000;

/** Runs `work` on the migrated database as the application, whatever way leads to it, and leaves nothing running. */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
  log: Log = createLog("silent"),
): Promise<T> {
  const opened = await open(terminal, log).catch((error: unknown) => {
    throw error instanceof StartError || error instanceof FolderInUseError
      ? new CliFailure(1, error.message, { cause: error })
      : error;
  });
  try {
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}

/** DATABASE_URL; else a running server's embedded database; else the embedded one, started for the moment. */
async function open({ env, clock }: Terminal, log: Log): Promise<Opened> {
  const config = settingsOf(env);
  if (config.databaseUrl !== null) return openDatabase(config, { log });
  const until = clock.now().getTime() + patienceMs;
  for (;;) {
    const lock = await lockOrHolder(config.dataDir);
    if (!(lock instanceof FolderInUseError)) return openAndHold(config, lock, log);
    const connection = await findRunningPostgres(config.dataDir);
    if (connection !== null) {
      await migrate(connection);
      const database = connectDatabase({ connection, role: "reposo_app", poolSize: config.databasePoolSize });
      return { database, close: () => database.destroy() };
    }
    if (clock.now().getTime() > until) throw lock;
    await clock.sleep(200);
  }
}

async function openAndHold(config: Config, lock: FolderLock, log: Log): Promise<Opened> {
  try {
    const { database, close } = await openDatabase(config, { log });
    return {
      database,
      close: async () => {
        await close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockOrHolder(folder: string): Promise<FolderLock | FolderInUseError> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return error;
    throw error;
  }
}

function settingsOf(env: Terminal["env"]): Config {
  try {
    return { ...readConfig(env), databasePoolSize: 4 };
  } catch (error) {
    if (error instanceof StartError) throw new CliFailure(2, error.message, { cause: error });
    throw error;
  }
}
