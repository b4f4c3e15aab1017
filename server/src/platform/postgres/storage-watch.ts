import { statfs } from "node:fs/promises";
import type { Clock } from "#platform/time/clock.ts";
import { hasState } from "./database-errors.ts";

/** PostgreSQL needs space for the next segments of its write-ahead log, 16 MiB each, before it can commit. */
const minFreeBytes = 64 * 1024 ** 2;
/** Time for which the storage counts as full after a statement failed for lack of space, in milliseconds. */
const fullMs = 30_000;
const diskFull = "53100";

export interface StorageWatch {
  /** Must be called with the error of each failed statement. */
  noteError(error: unknown): void;
  /** Resolves to false if writes fail, or will soon fail, for lack of space. */
  hasFreeSpace(): Promise<boolean>;
}

/**
 * Watches whether the database can store further data.
 * @param folder folder of an embedded database, whose disk is checked; null: only failed statements are evaluated
 */
export function createStorageWatch({
  folder,
  clock,
  free = freeBytes,
}: {
  folder: string | null;
  clock: Pick<Clock, "now">;
  free?: (folder: string) => Promise<number>;
}): StorageWatch {
  let fullUntilMs = 0;
  return {
    noteError(error) {
      if (hasState(error, diskFull)) fullUntilMs = clock.now().getTime() + fullMs;
    },
    async hasFreeSpace() {
      if (clock.now().getTime() < fullUntilMs) return false;
      return folder === null || (await free(folder)) >= minFreeBytes;
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
