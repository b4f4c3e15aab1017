import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const memoryFolder = "/dev/shm";
/** Bytes of memory that must be available: the tests write up to 0.7 GiB, and their processes use several GiB. */
const requiredMemory = 8 * 1024 ** 3;
const folderName = /^reposo-tests-(\d+)-\w{6}$/;

/**
 * Creates the folder for the files of a test run, in memory if the system has enough of it: creating and removing the
 * files of several hundred databases on a disk takes a sixth of the CPU time of the server's tests. Other users may
 * traverse the folder, because PostgreSQL runs as another user if the tests run as root.
 */
export function makeRunFolder(parent = hasEnoughMemory() ? memoryFolder : tmpdir()): string {
  removeStaleFolders(parent);
  const folder = mkdtempSync(path.join(parent, `reposo-tests-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

function hasEnoughMemory(): boolean {
  if (process.platform !== "linux" || !existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return Math.min(bavail * bsize, process.availableMemory()) >= requiredMemory;
}

/** Removes the folders of runs that were killed. */
function removeStaleFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(folderName.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or another run is removing it.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
