import { statfs } from "node:fs/promises";
import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "./database.ts";
import { hasState } from "./database-errors.ts";
import { sql } from "./sql.ts";

/** PostgreSQL needs space for the next segments of its write-ahead log, 16 MiB each, before it can commit. */
const minFreeBytes = 64 * 1024 ** 2;
/** Time from a failed statement to the write that verifies whether the storage is still full, in milliseconds. */
const verifyAfterMs = 10_000;
const diskFull = "53100";

/**
 * Watches whether the database can store further data. After a statement failed for lack of space, the storage counts
 * as full until a write succeeds.
 * @param folder folder of an embedded database, whose disk is checked; null: only statements are evaluated
 */
export function createStorageWatch({
  folder,
  clock,
  database,
  free = freeBytes,
}: {
  folder: string | null;
  clock: Pick<Clock, "now">;
  /** Returns the database, which is connected after the watch is created, because its pool calls `noteError`. */
  database: () => Querier;
  free?: (folder: string) => Promise<number>;
}) {
  /** Time of the next write that verifies whether the storage is still full; null: it is not full. */
  let verifyAtMs: number | null = null;
  let errors = 0;
  let verifying: Promise<void> | null = null;

  const noteFull = () => {
    errors += 1;
    verifyAtMs = clock.now().getTime() + verifyAfterMs;
  };

  async function verify(): Promise<void> {
    const errorsBefore = errors;
    // After an error of any kind, the storage still counts as full, and the write is repeated later.
    const isWritten = await writeNewPages(database(), clock.now()).then(
      () => true,
      () => false,
    );
    if (!isWritten) noteFull();
    else if (errors === errorsBefore) verifyAtMs = null;
  }

  return {
    /** Must be called with the error of each failed statement. */
    noteError(error: unknown) {
      if (hasState(error, diskFull)) noteFull();
    },
    /** Resolves to false if writes fail, or will soon fail, for lack of space. */
    async hasFreeSpace() {
      if (folder !== null && (await free(folder)) < minFreeBytes) return false;
      if (verifyAtMs !== null && clock.now().getTime() >= verifyAtMs)
        await (verifying ??= verify().finally(() => {
          verifying = null;
        }));
      return verifyAtMs === null;
    },
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;

/**
 * Writes 64 kB, so that PostgreSQL usually needs new pages and therefore space on the disk. The rows are in the table
 * of attempts, whose rows the application may insert, and which is purged after minutes.
 */
async function writeNewPages(database: Querier, now: Date): Promise<void> {
  await sql`
    INSERT INTO try_window (subject, window_start, tries)
    SELECT 'storage ' || gen_random_uuid() || repeat(' ', 1000), ${now}, 0
    FROM generate_series(1, 64)`.execute(database);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
