import { chmod, chown, copyFile, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { PostgresUser } from "#platform/postgres/embedded/postgres-home.ts";
import { withClient } from "#platform/postgres/with-client.ts";
import { unlessMissing } from "./folder-errors.ts";

/** Folders that a backup must contain empty: https://www.postgresql.org/docs/18/continuous-archiving.html */
const emptied = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const excluded =
  /^(\.s\.PGSQL\..*|postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/;
const segmentName = /^[0-9A-F]{24}$/;

/**
 * Copies a running cluster into `target`, which must not exist, with PostgreSQL's low-level backup functions. The files
 * may change during the copy; when PostgreSQL starts on the copy, it replays the copied write-ahead log.
 * @param owner a superuser's connection to the running cluster
 */
export async function backUpCluster(
  owner: pg.ClientConfig,
  clusterFolder: string,
  target: string,
): Promise<void> {
  await withClient({ application_name: "reposo backup", query_timeout: 0, ...owner }, async (client) => {
    // A temporary replication slot retains the write-ahead log that the copy needs until the session ends.
    await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [
      `reposo_backup_${process.pid}`,
    ]);
    const { rows: started } = await client.query<{ segment: string }>(
      "SELECT pg_walfile_name(pg_backup_start('reposo', fast => true)) AS segment",
    );
    await copyTree(
      clusterFolder,
      target,
      (path) => !excluded.test(path.split("/").at(-1) ?? ""),
      (path) => emptied.has(path),
    );
    const { rows: stopped } = await client.query<{ segment: string; label: string; tablespaces: string }>(
      `SELECT pg_walfile_name(lsn) AS segment, labelfile AS label, spcmapfile AS tablespaces
       FROM pg_backup_stop(wait_for_archive => false)`,
    );
    const [first, last] = [started[0]?.segment ?? "", stopped[0]?.segment ?? ""];
    await writeFile(join(target, "backup_label"), stopped[0]?.label ?? "", { mode: 0o600 });
    if (stopped[0]?.tablespaces)
      await writeFile(join(target, "tablespace_map"), stopped[0].tablespaces, { mode: 0o600 });
    for (const name of await readdir(join(clusterFolder, "pg_wal")))
      if (segmentName.test(name) && name >= first && name <= last)
        await copyFile(join(clusterFolder, "pg_wal", name), join(target, "pg_wal", name));
  });
}

/**
 * Copies folders and files, and returns the number of files. Omits links, sockets, and files that disappear during the
 * copy.
 * @param includes receives the path below `source`
 * @param isEmptied whether a folder is copied without its contents
 */
export async function copyTree(
  source: string,
  target: string,
  includes: (path: string) => boolean = () => true,
  isEmptied: (path: string) => boolean = () => false,
): Promise<number> {
  let files = 0;
  await mkdir(target, { mode: 0o700, recursive: true });
  const copyFolder = async (folder: string): Promise<void> => {
    for (const name of (await unlessMissing(readdir(join(source, folder)))) ?? []) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!includes(path)) continue;
      const from = join(source, path);
      const stat = await unlessMissing(lstat(from));
      if (stat?.isDirectory()) {
        await mkdir(join(target, path), { mode: 0o700 });
        if (!isEmptied(path)) await copyFolder(path);
      } else if (stat?.isFile()) {
        files += (await unlessMissing(copyFile(from, join(target, path)).then(() => 1))) ?? 0;
      }
    }
  };
  await copyFolder("");
  return files;
}

/**
 * Sets the permissions of a cluster, and its owner if `user` is not null. PostgreSQL refuses a cluster that others may
 * read or that another user owns.
 */
export async function secureCluster(folder: string, user: PostgresUser | null): Promise<void> {
  for (const entry of [".", ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, entry);
    const stat = await lstat(path);
    await chmod(path, stat.isDirectory() ? 0o700 : 0o600);
    if (user) await chown(path, user.uid, user.gid);
  }
}
