import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processIdentity } from "#platform/processes/processes.ts";

const testFolderName = /^reposo [a-z0-9-]+ (\d+) \w{6}$/;

/**
 * Creates a folder for a test's data, with a space in its path and the process ID of its owner in its name. Other users may
 * traverse it. If they could not, PostgreSQL, which as root runs as another user, would create its cluster elsewhere, where
 * it is never removed.
 */
export async function makeTestFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `reposo ${purpose} ${process.pid} `));
  await chmod(folder, 0o711);
  return folder;
}

/** Removes the folders of test runs that were killed; their databases have stopped by themselves. */
export async function removeStaleFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(testFolderName.exec(name)?.[1]);
    if (!pid || processIdentity(pid) !== null) continue;
    // Errors are ignored: folders of other users cannot be removed, and a concurrent run may be removing the same folder.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
