import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLineOf, processIdentity } from "#platform/processes/processes.ts";

/** Returns the postmaster's process ID, or null. The ID in the lock file may be stale or reused by another process. */
export async function postmasterOf(clusterFolder: string): Promise<number | null> {
  const pid = await livePidInLockFile(clusterFolder);
  return pid !== null && isPostmaster(pid, clusterFolder) ? pid : null;
}

/**
 * Returns the ID in the lock file if it belongs to a live process that is not the cluster's postmaster, or null. After
 * a power failure, another process may have that ID. If it runs as PostgreSQL's user, PostgreSQL would mistake it for
 * another postmaster and never start.
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
  // The added space terminates the last argument, which is the cluster folder if `pg_ctl` started PostgreSQL.
  const command = `${commandLineOf(pid) ?? ""} `;
  return command.includes("postgres") && command.includes(`-D ${clusterFolder} `);
}

/** A postmaster kills its children 5 seconds after SIGQUIT, so the limit must be longer. */
const immediateShutdownMs = 15_000;

/**
 * Requests a fast shutdown. If that takes too long, requests an immediate shutdown, after which the next start recovers
 * from the write-ahead log. Finally sends SIGKILL.
 * @throws Error if the process still exists
 */
export async function stopPostmaster(
  pid: number,
  fastShutdownMs: number,
  immediateMs = immediateShutdownMs,
): Promise<void> {
  const identity = processIdentity(pid);
  const isAlive = () => identity !== null && processIdentity(pid) === identity;
  for (const [signal, limitMs] of [
    ["SIGINT", fastShutdownMs],
    ["SIGQUIT", immediateMs],
    ["SIGKILL", 5_000],
  ] as const) {
    if (isAlive()) process.kill(pid, signal);
    for (const deadline = Date.now() + limitMs; isAlive() && Date.now() < deadline; ) await delay(10);
  }
  if (isAlive()) throw new Error(`PostgreSQL (process ${pid}) does not end after SIGKILL`);
}
