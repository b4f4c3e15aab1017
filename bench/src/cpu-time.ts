import { readFileSync } from "node:fs";
import type pg from "pg";

/** Unit of the CPU times in /proc on Linux, in milliseconds. */
const tickMs = 10;

/** Returns the fields of /proc/<pid>/stat from the third one on; empty if the file cannot be read. */
function statOf(pid: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

/** Returns the CPU time that a process has used in user and kernel mode, in milliseconds; 0 for an unknown process. */
function cpuMs(pid: number): number {
  const stat = statOf(pid);
  return ((stat[11] ?? 0) + (stat[12] ?? 0)) * tickMs;
}

const parentOf = (pid: number): number => statOf(pid)[1] ?? 0;

/** Returns the CPU time that the ended children of a process had used, in milliseconds. */
function endedChildrenMs(pid: number): number {
  const stat = statOf(pid);
  return ((stat[13] ?? 0) + (stat[14] ?? 0)) * tickMs;
}

export interface CpuTime {
  readonly serverMs: number;
  readonly databaseMs: number;
}

export interface Processes {
  readonly serverPid: number;
  /** The application name of the server's database connections; by default that of the product. */
  readonly applicationName?: string;
}

/**
 * Reads the CPU time that the server's process and the database have used, including the database's background
 * processes, such as the WAL writer, checkpoints, and vacuum. CPU time varies less than wall time on a busy machine.
 */
export async function readCpuTime(
  observer: pg.Client,
  { serverPid, applicationName = "reposo" }: Processes,
): Promise<CpuTime> {
  const { rows } = await observer.query<{ pid: number; own: number }>(
    `SELECT pid, pg_backend_pid() AS own FROM pg_stat_activity
     WHERE application_name = $1 OR backend_type <> 'client backend'`,
    [applicationName],
  );
  // The CPU time of connections that have been closed, whose processes no longer exist.
  const ended = endedChildrenMs(parentOf(rows[0]?.own ?? 0));
  return {
    serverMs: cpuMs(serverPid),
    databaseMs: rows.reduce((sum, { pid }) => sum + cpuMs(pid), ended),
  };
}

/** Returns the CPU time per item between two readings. */
export const cpuPerItem = (before: CpuTime, after: CpuTime, count: number): CpuTime => ({
  serverMs: (after.serverMs - before.serverMs) / count,
  databaseMs: (after.databaseMs - before.databaseMs) / count,
});
