import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { failPoint } from "#platform/processes/fail-points.ts";
import { holdMilliseconds, removeMedia } from "./receive-upload.ts";
import { dayOf, deleteUsage } from "#features/uploads/policy/upload-usage-store.ts";
import type { UploadsParts } from "#features/uploads/uploads-parts.ts";
import { deleteUploads, type OrphanSelection, takeOrphans } from "#features/uploads/uploads-store.ts";

const keptMilliseconds = 24 * 60 * 60_000;
const mostAtOnce = 200;

/**
 * Deletes what was sent and used for nothing within a day, what a server that died left half received, and the files of
 * feedback whose retention has ended. In three steps: the row loses its file, so that no feedback takes or shows it any
 * more; the file goes; the row goes. A server that dies between them leaves a row that is found again.
 */
export const forgetUploads =
  (parts: UploadsParts, removeForeignBelow: (folder: string) => Promise<void> = async () => {}) =>
  async (): Promise<void> => {
    const { database, clock, retentionDays } = parts;
    const now = clock.now();
    const before = new Date(now.getTime() - keptMilliseconds);
    const forget = async (select: OrphanSelection): Promise<number> => {
      const until = new Date(now.getTime() + holdMilliseconds);
      const take = { select, now, until, receiver: randomUUID(), limit: mostAtOnce };
      for (let total = 0; ; ) {
        const dirs = await takeOrphans(database, take);
        failPoint("upload.forget.taken");
        for (const dir of dirs) {
          await removeMedia(parts.files, dir);
          // What a browser sent to a bucket of its own and nobody ever told of.
          await removeForeignBelow(dir);
        }
        failPoint("upload.forget.removed");
        await deleteUploads(database, dirs);
        failPoint("upload.forget.deleted");
        total += dirs.length;
        if (dirs.length < mostAtOnce) return total;
      }
    };
    await forget({ kind: "unused", issuedBefore: before });
    if (retentionDays > 0) {
      const storedBefore = new Date(now.getTime() - retentionDays * keptMilliseconds);
      const files = await forget({ kind: "used", storedBefore });
      if (files > 0)
        parts.log.info({ files, retentionDays }, "uploads: deleted files at the end of their retention");
    }
    await deleteUsage(database, dayOf(before));
    await removeLeftovers(join(parts.folder, "incoming"), before);
  };

async function removeLeftovers(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtime < before) await rm(path, { force: true });
  }
}
