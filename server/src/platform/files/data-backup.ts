import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Clock } from "#platform/time/clock.ts";
import { backUpCluster, copyTree, secureCluster } from "./cluster-backup.ts";
import type { Config } from "#platform/config/config.ts";
import { lockFolder } from "./data-folder.ts";
import { connectEmbeddedPostgres } from "#platform/postgres/embedded-for-command.ts";
import type { Log } from "#platform/logging/log.ts";
import { findRecordedCluster, placeClusterFolder } from "#platform/postgres/postgres-home.ts";
import { StartError } from "#platform/config/settings.ts";

/** A backup is a folder that contains this file, the PostgreSQL cluster, the broker secret, and customers' files. */
const manifestName = "reposo-backup.json";
const clusterName = "postgres";
const filesName = "files";
const secretName = "broker-secret";
/** While a restore runs, this file in the data folder names the folder it fills. A retry empties that folder first. */
const restoreName = "restore.json";

interface Parts {
  log: Log;
  clock: Clock;
}

/**
 * Writes a backup of the embedded database and of the files in its data folder to a new folder. The server may be
 * running. An incomplete backup has the suffix `.incomplete`.
 * @throws StartError if the folder is not empty, or there is no database
 */
export async function backUpData(config: Config, path: string, { log, clock }: Parts): Promise<void> {
  const target = resolve(path);
  if ((await entriesOf(target)).length > 0) throw new StartError(`${target} is not empty; name a new folder`);
  const draft = `${target}.incomplete`;
  const { connection, release } = await connectEmbeddedPostgres(config.dataDir, {
    log,
    clock,
    mustBeSetUp: true,
  });
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const cluster = (await findRecordedCluster(config.dataDir)) as string;
    await backUpCluster(connection, cluster, join(draft, clusterName));
    await copyIfPresent(join(config.dataDir, secretName), join(draft, secretName));
    // Files are copied after the database, so that the backup contains all files to which the database refers.
    if (config.files.bucket === null) await copyTree(config.files.folder, join(draft, filesName));
    const manifest = { madeAt: clock.now().toISOString() };
    await writeFile(join(draft, manifestName), `${JSON.stringify(manifest)}\n`);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await release();
  }
}

/**
 * Fills a data folder from a backup without starting the database; the first start replays its write-ahead log. Files
 * that an interrupted restore left behind are removed first.
 * @throws StartError if the data folder already contains a database or files, or if `path` is not a backup
 */
export async function restoreData(config: Config, path: string): Promise<{ madeAt: string }> {
  const source = resolve(path);
  const manifest = await readManifest(source);
  const lock = await lockFolder(config.dataDir);
  try {
    if ((await findRecordedCluster(config.dataDir)) !== null)
      throw new StartError(
        `there is a database in ${config.dataDir} already; name a new folder with DATA_DIR, nothing was changed`,
      );
    const { clusterFolder, user } = await placeClusterFolder(config.dataDir);
    const draft = `${clusterFolder}.new`;
    const filesFolder = resolve(config.files.folder);
    const record = join(config.dataDir, restoreName);
    if (await wasInterrupted({ record, draft, filesFolder }))
      for (const name of await entriesOf(filesFolder))
        await rm(join(filesFolder, name), { recursive: true, force: true });
    else if ((await entriesOf(filesFolder)).length > 0)
      throw new StartError(`${filesFolder} is not empty; nothing was changed`);
    await rm(draft, { recursive: true, force: true });
    await writeFile(record, `${JSON.stringify({ filesFolder })}\n`, { mode: 0o600 });
    await copyTree(join(source, clusterName), draft);
    await secureCluster(draft, user);
    const files = join(source, filesName);
    if ((await entriesOf(files)).length > 0) await copyTree(files, filesFolder);
    const secret = join(config.dataDir, secretName);
    if (await copyIfPresent(join(source, secretName), secret)) await chmod(secret, 0o600);
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
 * Whether the contents of `filesFolder` come from a restore that did not complete. A completed restore has renamed
 * its draft, so a record without a draft is ignored.
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

async function readManifest(source: string): Promise<{ madeAt: string }> {
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
const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

async function copyIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
