import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLineOf, processIdentity } from "#platform/processes/processes.ts";

/** The postmaster of this cluster, or null: the process ID in the file may be stale or reused by another process. */
export async function postmasterOf(clusterFolder: string): Promise<number | null> {
  const pid = await livePidInLockFile(clusterFolder);
  return pid !== null && isPostmaster(pid, clusterFolder) ? pid : null;
}

/**
 * After a power failure the process ID in the lock file may belong to any process, or null. PostgreSQL would treat a
 * process of its own user as another postmaster and never start.
 */
export async function otherProcessInLockFile(clusterFolder: string): Promise<number | null> {
  const pid = await livePidInLockFile(clusterFolder);
  return pid !== null && !isPostmaster(pid, clusterFolder) ? pid : null;
}

async function livePidInLockFile(clusterFolder: string): Promise<number | null> {
  const file = await readFile(join(clusterFolder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(file.split("\n")[0]);
  return Number.isInteger(pid) && pid > 1 && processIdentity(pid) !== null ? pid : null;
}

function isPostmaster(pid: number, clusterFolder: string): boolean {
  const command = commandLineOf(pid) ?? "";
  return command.includes("postgres") && command.includes(`-D ${clusterFolder} `);
}

/** Fast shutdown; if that takes too long, an immediate one, from which the write-ahead log recovers. */
export async function stopPostmaster(pid: number, timeoutMs: number): Promise<void> {
  const identity = processIdentity(pid);
  const isAlive = () => identity !== null && processIdentity(pid) === identity;
  const signal = (name: NodeJS.Signals) => {
    if (isAlive()) process.kill(pid, name);
  };
  signal("SIGINT");
  for (const deadline = Date.now() + timeoutMs; isAlive() && Date.now() < deadline; ) await delay(10);
  signal("SIGQUIT");
  while (isAlive()) await delay(10);
}
