import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "#platform/time/clock.ts";
import { storeIdName } from "./file-store.ts";
import { backUpCluster, copyTree, secureCluster } from "./cluster-backup.ts";
import type { Config } from "#platform/config/config.ts";
import { brokerSecretName, lockFolder } from "./data-folder.ts";
import { createdAtOf, dumpHeaderBytes } from "./dump-header.ts";
import { unlessMissing } from "./folder-errors.ts";
import { renameBackup } from "./rename-backup.ts";
import { connectEmbeddedPostgres } from "#platform/postgres/embedded/embedded-for-command.ts";
import type { Log } from "#platform/logging/log.ts";
import { findRecordedCluster, placeClusterFolder } from "#platform/postgres/embedded/postgres-home.ts";
import { StartError } from "#platform/config/settings.ts";

/**
 * A backup is a folder that contains this file, the embedded PostgreSQL cluster or the dump of an external database,
 * the broker secret, and customers' files.
 */
const manifestName = "reposo-backup.json";
const clusterName = "postgres";
const dumpName = "reposo.dump";
const filesName = "files";
/**
 * While a restore runs, this file in the data folder names the folder of customers' files that the restore fills. After
 * an interruption, the next restore empties that folder first.
 */
const restoreName = "restore.json";

interface Manifest {
  /** Time of the last change that the copy of the database contains; files are copied later. */
  readonly madeAt: string;
}

interface BackupSummary extends Manifest {
  /** Number of copied customers' files; null if a bucket stores them. */
  readonly files: number | null;
}

interface Parts {
  log: Log;
  clock: Clock;
}

/**
 * Writes a backup of the embedded database, the broker secret, and the files to a new folder. The server may be
 * running. The name of an incomplete backup ends in `.incomplete`.
 * @throws StartError if the folder is not empty at the start or the end, or if there is no database or no folder of
 *   files
 */
export async function backUpData(
  config: Config,
  path: string,
  { log, clock }: Parts,
): Promise<BackupSummary> {
  const target = await newFolder(path);
  const { connection, release } = await connectEmbeddedPostgres(config.dataDir, {
    log,
    clock,
    mustBeSetUp: true,
  });
  try {
    return await writeBackup(config, target, async (draft) => {
      const cluster = (await findRecordedCluster(config.dataDir)) as string;
      await backUpCluster(connection, cluster, join(draft, clusterName));
      return clock.now();
    });
  } finally {
    await release();
  }
}

/**
 * Writes a backup of an external database to a new folder: the given dump, which `pg_dump` has already written, the
 * broker secret, and the files.
 * @throws StartError if the folder is not empty, if there is no data folder or no folder of files, or if `dump` is not
 *   a dump in the custom format
 */
export async function backUpWithDump(config: Config, path: string, dump: string): Promise<BackupSummary> {
  const target = await newFolder(path);
  // Without this check, a forgotten DATA_DIR would write a backup without files.
  if (!existsSync(config.dataDir))
    throw new StartError(`there is no data folder ${config.dataDir}; name it with DATA_DIR`);
  const madeAt = await creationTimeOf(dump);
  return writeBackup(config, target, async (draft) => {
    await copyFile(dump, join(draft, dumpName));
    await chmod(join(draft, dumpName), 0o600);
    return madeAt;
  });
}

async function newFolder(path: string): Promise<string> {
  const target = resolve(path);
  if ((await entriesOf(target)).length > 0) throw new StartError(`${target} is not empty; name a new folder`);
  return target;
}

async function writeBackup(
  config: Config,
  target: string,
  copyDatabase: (draft: string) => Promise<Date>,
): Promise<BackupSummary> {
  const filesFolder = resolve(config.files.folder);
  // The server creates the folder at its start. Without this check, a forgotten setting would omit all files.
  if (config.files.bucket === null && !existsSync(filesFolder))
    throw new StartError(
      `there is no folder of files ${filesFolder}; name the server's with FILES_DIR or DATA_DIR`,
    );
  const draft = `${target}.incomplete`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const madeAt = await copyDatabase(draft);
  await copyIfPresent(join(config.dataDir, brokerSecretName), join(draft, brokerSecretName));
  // Files are copied after the database, so that the backup contains all files to which the database refers.
  const copied = config.files.bucket === null ? await copyTree(filesFolder, join(draft, filesName)) : null;
  const files = copied !== null && existsSync(join(draft, filesName, storeIdName)) ? copied - 1 : copied;
  const manifest: Manifest = { madeAt: madeAt.toISOString() };
  await writeFile(join(draft, manifestName), `${JSON.stringify(manifest)}\n`);
  await renameBackup(draft, target);
  return { ...manifest, files };
}

async function creationTimeOf(dump: string): Promise<Date> {
  const createdAt = createdAtOf(await readStart(dump, dumpHeaderBytes));
  if (createdAt === null)
    throw new StartError(`${dump} is no dump in the custom format of pg_dump (--format=custom)`);
  return createdAt;
}

async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path).catch((error: Error) => {
    throw new StartError(`the dump cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Fills a data folder from a backup without starting the database; the first start replays its write-ahead log. Files
 * that an interrupted restore left behind are removed first.
 * @throws StartError if a process uses the data folder, if it already contains a database, files, or another secret, or
 *   if `path` is not a backup of an embedded database
 */
export async function restoreData(config: Config, path: string): Promise<Manifest> {
  const source = resolve(path);
  const manifest = await readManifest(source);
  if (existsSync(join(source, dumpName)))
    throw new StartError(
      `${source} contains the dump of an external database: restore it with pg_restore and name the database in ` +
        'DATABASE_URL (docs/operating.md, "Backup and restore")',
    );
  const lock = await lockFolder(config.dataDir);
  try {
    if ((await findRecordedCluster(config.dataDir)) !== null)
      throw new StartError(
        `there is a database in ${config.dataDir} already; name a new folder with DATA_DIR, nothing was changed`,
      );
    for (const name of ["PG_VERSION", "global/pg_control", "backup_label"])
      if (!existsSync(join(source, clusterName, name)))
        throw new StartError(`${source} is incomplete: ${clusterName}/${name} is missing`);
    const { clusterFolder, user } = await placeClusterFolder(config.dataDir);
    const draft = `${clusterFolder}.new`;
    const filesFolder = resolve(config.files.folder);
    const record = join(config.dataDir, restoreName);
    if (await wasInterrupted({ record, draft, filesFolder }))
      for (const name of await entriesOf(filesFolder))
        await rm(join(filesFolder, name), { recursive: true, force: true });
    else await requireUnused(config, source);
    await rm(draft, { recursive: true, force: true });
    await writeFile(record, `${JSON.stringify({ filesFolder })}\n`, { mode: 0o600 });
    await copyTree(join(source, clusterName), draft);
    await secureCluster(draft, user);
    await restoreFiles(config, source);
    await mkdir(dirname(clusterFolder), { recursive: true });
    // This is the last step, so that an interrupted restore leaves no database.
    await rename(draft, clusterFolder);
    await rm(record, { force: true });
    return manifest;
  } finally {
    await lock.release();
  }
}

/**
 * Fills a data folder with the files and the broker secret of a backup with a dump; `pg_restore` has already restored
 * the database.
 * @param requireDatabase throws if the restored database is missing, and migrates it; called before the data folder is
 *   locked, after all checks that need no lock
 * @throws StartError if a process uses the data folder, if it already contains files or another secret, or if `path` is
 *   not a backup with a dump
 */
export async function restoreBesideDump(
  config: Config,
  path: string,
  requireDatabase: () => Promise<void>,
): Promise<Manifest> {
  const source = resolve(path);
  const manifest = await readManifest(source);
  if (!existsSync(join(source, dumpName)))
    throw new StartError(`${source} contains an embedded database: restore it without DATABASE_URL`);
  await requireUnused(config, source);
  await requireDatabase();
  const lock = await lockFolder(config.dataDir);
  try {
    await requireUnused(config, source);
    await restoreFiles(config, source);
    return manifest;
  } finally {
    await lock.release();
  }
}

/**
 * @throws StartError if there are files already, or a broker secret that differs from the backup's, because other
 *   servers and a broker may use the present secret
 */
async function requireUnused({ dataDir, files }: Config, source: string): Promise<void> {
  const filesFolder = resolve(files.folder);
  if ((await entriesOf(filesFolder)).length > 0)
    throw new StartError(`${filesFolder} is not empty; nothing was changed`);
  const present = join(dataDir, brokerSecretName);
  const secret = await unlessMissing(readFile(present, "utf8"));
  if (secret === null) return;
  const restored = await unlessMissing(readFile(join(source, brokerSecretName), "utf8"));
  if (restored !== null && restored.trim() !== secret.trim())
    throw new StartError(`${present} contains another secret than the backup; nothing was changed`);
}

async function restoreFiles(config: Config, source: string): Promise<void> {
  const files = join(source, filesName);
  if ((await entriesOf(files)).length > 0) await copyTree(files, resolve(config.files.folder));
  const secret = join(config.dataDir, brokerSecretName);
  if (await copyIfPresent(join(source, brokerSecretName), secret)) await chmod(secret, 0o600);
}

/**
 * Returns whether the contents of `filesFolder` come from a restore that did not complete. A completed restore has
 * renamed its draft, so a record without a draft is ignored.
 */
async function wasInterrupted({
  record,
  draft,
  filesFolder,
}: Readonly<Record<"record" | "draft" | "filesFolder", string>>): Promise<boolean> {
  if (!existsSync(draft) || !existsSync(record)) return false;
  try {
    return (
      (JSON.parse(await readFile(record, "utf8")) as { filesFolder?: unknown }).filesFolder === filesFolder
    );
  } catch (error) {
    // The record is incomplete, so the restore was interrupted before it copied any file.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function readManifest(source: string): Promise<Manifest> {
  const file = join(source, manifestName);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `${manifestName} is missing` : `${file} cannot be read: ${message}`;
    throw new StartError(`${source} is no backup: ${reason}`, { cause: error });
  }
  try {
    const { madeAt } = JSON.parse(text) as { madeAt?: unknown };
    if (typeof madeAt === "string") return { madeAt };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StartError(`${source} is no backup: ${file} does not say when it was made`);
}

/** Returns an empty list if the folder is missing; throws other errors. */
const entriesOf = async (folder: string): Promise<string[]> => (await unlessMissing(readdir(folder))) ?? [];

const copyIfPresent = async (from: string, to: string): Promise<boolean> =>
  (await unlessMissing(copyFile(from, to).then(() => true))) ?? false;
