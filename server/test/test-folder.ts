import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processIdentity } from "#platform/processes/processes.ts";

const ours = /^reposo [a-z]+ (\d+) \w{6}$/;

/**
 * A folder for a test's data, with a space in its path, which says whose it is. Others may pass through: as root,
 * PostgreSQL runs as another user, and would put its cluster elsewhere, where nobody removes it.
 */
export async function makeTestFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `reposo ${purpose} ${process.pid} `));
  await chmod(folder, 0o711);
  return folder;
}

/** A run that was killed could not remove its folders; its databases have stopped by themselves. */
export async function removeDeadFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(ours.exec(name)?.[1]);
    if (!pid || processIdentity(pid) !== null) continue;
    // Somebody else's we may not remove, and another run may be at the same one.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
