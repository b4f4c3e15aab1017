import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { findRecordedCluster } from "#platform/postgres-home.ts";

/**
 * How to reach the embedded PostgreSQL that another process keeps on this data folder; null while it does not
 * listen. PostgreSQL writes that down in `postmaster.pid`: port in line 4, socket folder in line 5, state in line 8.
 */
export async function findRunningPostgres(dataFolder: string): Promise<pg.PoolConfig | null> {
  const cluster = await findRecordedCluster(dataFolder);
  if (cluster === null) return null;
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const [port, host, state] = [Number(lines[3]), lines[4]?.trim(), lines[7]?.trim()];
  if (!host || !port || state !== "ready") return null;
  return { host, port, user: "reposo", database: "reposo" };
}
