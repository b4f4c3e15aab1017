import { type Config, readConfig } from "#platform/config.ts";
import { FolderInUseError, type FolderLock, folderOwner, lockFolder } from "#platform/data-folder.ts";
import { connectDatabase, type Database } from "#platform/database.ts";
import { createLog, type Log } from "#platform/log.ts";
import { migrate } from "#platform/migrate.ts";
import { openDatabase, type OpeningParts } from "#platform/open-database.ts";
import { findRecordedCluster } from "#platform/postgres-home.ts";
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

interface Options {
  /** Sets an empty database up, and makes one where there is none: for what a network can begin with. */
  readonly mayCreate?: boolean;
  readonly log?: Log;
}

/**
 * Runs `work` on the migrated database as the application, whatever way leads to it, and leaves nothing running.
 * Where there is no database yet the command fails: whoever asks it something has named the wrong place.
 */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
  { mayCreate = false, log = createLog("silent") }: Options = {},
): Promise<T> {
  const opened = await open(terminal, { log, mustBeSetUp: !mayCreate }).catch((error: unknown) => {
    throw error instanceof StartError ? new CliFailure(2, error.message, { cause: error }) : error;
  });
  try {
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}

/** DATABASE_URL; else a running server's embedded database; else the embedded one, started for the moment. */
async function open({ env, clock }: Terminal, opening: OpeningParts): Promise<Opened> {
  const config = settingsOf(env);
  if (config.databaseUrl !== null) return openDatabase(config, opening);
  if (opening.mustBeSetUp) await requireDatabase(config.dataDir);
  const until = clock.now().getTime() + patienceMs;
  for (;;) {
    const lock = await lockOrHolder(config.dataDir);
    if (!(lock instanceof FolderInUseError)) return openAndHold(config, lock, opening);
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

/** Looks before the folder is locked, which would create it; a server that has just begun may still be at it. */
async function requireDatabase(dataDir: string): Promise<void> {
  if ((await folderOwner(dataDir)) !== null || (await findRecordedCluster(dataDir)) !== null) return;
  throw new StartError(
    `there is no database in ${dataDir}, and none was made: name its folder with DATA_DIR, or set DATABASE_URL ` +
      '(a new network begins with "migrate", "account create" or "import")',
  );
}

async function openAndHold(config: Config, lock: FolderLock, opening: OpeningParts): Promise<Opened> {
  try {
    const { database, close } = await openDatabase(config, opening);
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
    // The limit on a server's statements is not for an audit or an import, before which somebody sits.
    return { ...readConfig(env), databasePoolSize: 4, databaseStatementSeconds: 0 };
  } catch (error) {
    if (error instanceof StartError) throw new CliFailure(2, error.message, { cause: error });
    throw error;
  }
}
