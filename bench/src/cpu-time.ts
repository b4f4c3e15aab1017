import { readFileSync } from "node:fs";
import type pg from "pg";

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** The kernel's statistics of a process, from the third field on; empty if there is no /proc. */
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

/** CPU time of a process so far, in user and kernel mode. */
function cpuMs(pid: number): number {
  const stat = statOf(pid);
  return ((stat[11] ?? 0) + (stat[12] ?? 0)) * tickMs;
}

const parentOf = (pid: number): number => statOf(pid)[1] ?? 0;

/** CPU time of the ended children of a process. */
function endedChildrenMs(pid: number): number {
  const stat = statOf(pid);
  return ((stat[13] ?? 0) + (stat[14] ?? 0)) * tickMs;
}

export interface CpuTime {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** CPU time of the server's process and its database connections: less variable than wall time on a busy machine. */
export async function readCpuTime(observer: pg.Client, serverPid: number): Promise<CpuTime> {
  const { rows } = await observer.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'reposo'",
  );
  return { serverMs: cpuMs(serverPid), databaseMs: rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0) };
}

export interface RunCpu extends CpuTime {
  readonly chairsMs: number;
  readonly clientMs: number;
}

export interface Processes {
  readonly serverPid: number;
  readonly chairsPid?: number;
  /** The application name of the server's database connections. */
  readonly applicationName?: string;
}

/** CPU time of all processes of the run; that of the database includes its log, checkpoints, and vacuum. */
export async function readRunCpu(
  observer: pg.Client,
  { serverPid, chairsPid, applicationName = "reposo" }: Processes,
): Promise<RunCpu> {
  const { rows } = await observer.query<{ pid: number; own: number }>(
    `SELECT pid, pg_backend_pid() AS own FROM pg_stat_activity
     WHERE application_name = $1 OR backend_type <> 'client backend'`,
    [applicationName],
  );
  // The usage of connections that were closed meanwhile is included.
  const ended = endedChildrenMs(parentOf(rows[0]?.own ?? 0));
  return {
    serverMs: cpuMs(serverPid),
    databaseMs: rows.reduce((sum, { pid }) => sum + cpuMs(pid), ended),
    chairsMs: chairsPid === undefined ? 0 : cpuMs(chairsPid),
    clientMs: cpuMs(process.pid),
  };
}

/** CPU time per item between two readings. */
export const cpuOfOne = (before: RunCpu, after: RunCpu, count: number): RunCpu => ({
  serverMs: (after.serverMs - before.serverMs) / count,
  databaseMs: (after.databaseMs - before.databaseMs) / count,
  chairsMs: (after.chairsMs - before.chairsMs) / count,
  clientMs: (after.clientMs - before.clientMs) / count,
});
