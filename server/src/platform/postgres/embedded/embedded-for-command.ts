import type pg from "pg";
import type { Clock } from "#platform/time/clock.ts";
import { explainFolderError } from "#platform/files/folder-errors.ts";
import { FolderInUseError, type FolderLock, folderOwner, lockFolder } from "#platform/files/data-folder.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { Log } from "#platform/logging/log.ts";
import { findRecordedCluster } from "./postgres-home.ts";
import { StartError } from "#platform/config/settings.ts";

/** Maximum time that a command waits for the database of the process that holds the lock of the data folder. */
const busyFolderWaitMs = 15_000;

export interface EmbeddedConnection {
  /** Connects as the role that owns the database. */
  connection: pg.PoolConfig;
  /** Stops PostgreSQL if it was started for the command. */
  release(): Promise<void>;
}

/**
 * Connects to the embedded PostgreSQL of a data folder. Uses the instance of a server that runs on the folder, or
 * starts an instance for the command.
 * @throws StartError if `mustBeSetUp` is true and there is no database
 * @throws FolderInUseError if the process that holds the folder's lock serves no database within `busyFolderWaitMs`
 */
export async function connectEmbeddedPostgres(
  dataFolder: string,
  { log, clock, mustBeSetUp = false }: { log: Log; clock: Clock; mustBeSetUp?: boolean },
): Promise<EmbeddedConnection> {
  if (mustBeSetUp) await requireCluster(dataFolder);
  const until = clock.now().getTime() + busyFolderWaitMs;
  for (;;) {
    const lock = await lockOrError(dataFolder);
    if (!(lock instanceof FolderInUseError)) return startForCommand(dataFolder, log, lock);
    const connection = await findRunningPostgres(dataFolder);
    if (connection !== null) return { connection, release: async () => {} };
    if (clock.now().getTime() > until) throw lock;
    await clock.sleep(200);
  }
}

/** Must be called before the folder is locked, since locking creates the folder. */
async function requireCluster(dataFolder: string): Promise<void> {
  try {
    if ((await folderOwner(dataFolder)) !== null || (await findRecordedCluster(dataFolder)) !== null) return;
  } catch (error) {
    throw explainFolderError(error, dataFolder, "DATA_DIR");
  }
  throw new StartError(
    `there is no database in ${dataFolder}, and none was created: set DATA_DIR to its folder, or set DATABASE_URL ` +
      '(a new network begins with "migrate", "account create", "import" or "restore")',
  );
}

async function lockOrError(folder: string): Promise<FolderLock | FolderInUseError> {
  try {
    return await lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) return error;
    throw error;
  }
}

async function startForCommand(dataFolder: string, log: Log, lock: FolderLock): Promise<EmbeddedConnection> {
  try {
    const postgres = await startEmbeddedPostgres({ dataFolder, log });
    return {
      connection: postgres.connection,
      async release() {
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
