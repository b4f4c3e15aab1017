import { randomBytes } from "node:crypto";
import { chmod, link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createFolder, explainFolderError, unlessMissing } from "./folder-errors.ts";
import { commandLineOf, processIdentity } from "#platform/processes/processes.ts";
import { StartError } from "#platform/config/settings.ts";

/** Contents of a lock file. */
interface Owner {
  pid: number;
  /** Distinguishes the process from later processes with the same ID. */
  identity: string;
  /**
   * Path of the locked folder. Locks of earlier versions contain neither `folder` nor `folderId` (device and inode).
   */
  folder?: string;
  folderId?: string;
}

export class FolderInUseError extends StartError {
  readonly pid: number;
  constructor(folder: string, pid: number) {
    const command = commandLineOf(pid);
    super(
      `data folder ${folder} is in use by process ${pid}${command ? ` (${command})` : ""}; ` +
        "stop it, or choose another folder with DATA_DIR",
    );
    this.pid = pid;
  }
}

/** Thrown if the lock file was copied with its folder while the locking process still uses the original folder. */
export class CopiedFolderError extends StartError {
  constructor(folder: string, { folder: original = "another folder", pid }: Owner) {
    super(
      `data folder ${folder} was copied from ${original} while process ${pid} used it, so its database may be incomplete; ` +
        `stop that process and copy the folder again (only an atomic snapshot may be used as it is: delete ${join(folder, lockName)})`,
    );
  }
}

export interface FolderLock {
  folder: string;
  release(): Promise<void>;
}

const lockName = "owner.lock";

/**
 * Returns the process ID of the running process that holds the folder's lock, or null.
 * @throws CopiedFolderError if that process holds the folder from which `folder` was copied
 */
export async function folderOwner(folder: string): Promise<number | null> {
  const owner = await readOwner(folder);
  if (!owner || processIdentity(owner.pid) !== owner.identity) return null;
  if (owner.folderId !== undefined && owner.folderId !== (await folderIdOf(folder)))
    throw new CopiedFolderError(folder, owner);
  return owner.pid;
}

/** Returns the folder's device and inode. A renamed folder keeps both; a copy differs in at least one of them. */
async function folderIdOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}`;
}

/**
 * Locks the folder for this process, and creates it if it is missing. Replaces the lock of a process that has ended.
 * @throws StartError if the folder is in use, is a copy of a folder in use, or cannot be written to
 */
export async function lockFolder(path: string): Promise<FolderLock> {
  const folder = resolve(path);
  try {
    return await lockWritableFolder(folder);
  } catch (error) {
    throw explainFolderError(error, folder, "DATA_DIR");
  }
}

/**
 * Creates the data folder if it is missing. If the server runs as root, PostgreSQL runs as another user, who must be
 * able to traverse but not list the folder.
 */
async function createDataFolder(folder: string): Promise<void> {
  if (await createFolder(folder)) await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

async function lockWritableFolder(folder: string): Promise<FolderLock> {
  await createDataFolder(folder);
  const file = join(folder, lockName);
  const own = JSON.stringify({
    pid: process.pid,
    identity: processIdentity(process.pid),
    folder,
    folderId: await folderIdOf(folder),
    nonce: randomBytes(8).toString("hex"),
  });

  if (!(await createExclusively(file, own))) {
    const pid = await folderOwner(folder);
    if (pid !== null) throw new FolderInUseError(folder, pid);
    await rm(file, { force: true });
    await createExclusively(file, own);
    // Race: two processes that replace the same expired lock may each remove the lock of the other. The last
    // writer holds the lock, so each process checks the file again after a delay.
    await delay(100);
    if ((await readFile(file, "utf8").catch(() => "")) !== own) {
      const winner = await folderOwner(folder);
      if (winner !== null) throw new FolderInUseError(folder, winner);
      // The last writer has already released the lock, or has ended.
      return lockWritableFolder(folder);
    }
  }
  return { folder, release: () => rm(file, { force: true }) };
}

/**
 * Creates the file by linking a complete draft, so that no process reads an incomplete lock or secret.
 * @returns false if the file exists already
 */
async function createExclusively(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readOwner(folder: string): Promise<Owner | null> {
  // An unreadable lock file is an error, because it may belong to a running process.
  const text = await unlessMissing(readFile(join(folder, lockName), "utf8"));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Owner;
  } catch (error) {
    // A crash left an incomplete lock file, which counts as no lock.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Name of the secret with which servers log in to the broker. */
export const brokerSecretName = "broker-secret";

/**
 * Returns a secret of this installation, which only the file's owner can read. Generates the secret, and the folder if
 * it is missing, on first use. Callers need no lock: if several processes generate it at the same time, one stores its
 * secret and the others read that secret.
 * @throws StartError if the secret cannot be stored
 */
export async function folderSecret(folder: string, name: string): Promise<string> {
  const file = join(folder, name);
  const stored = await unlessMissing(readFile(file, "utf8"));
  if (stored !== null) return stored.trim();
  try {
    await createDataFolder(folder);
    await createExclusively(file, `${randomBytes(32).toString("base64url")}\n`);
  } catch (error) {
    throw explainFolderError(error, folder, "DATA_DIR");
  }
  return (await readFile(file, "utf8")).trim();
}
