import { readFileSync } from "node:fs";
import type pg from "pg";

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** CPU time of a process so far, in the kernel and out of it; zero where there is no /proc. */
function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}

export interface CpuTime {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** What the server's process and its connections at the database have used: steadier than a clock on a busy machine. */
export async function readCpuTime(observer: pg.Client, serverPid: number): Promise<CpuTime> {
  const { rows } = await observer.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'reposo'",
  );
  return { serverMs: cpuMs(serverPid), databaseMs: rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0) };
}
