import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { failPoint } from "#platform/processes/fail-points.ts";
import { filesIn, keptMilliseconds, partEnding } from "./interrupted-uploads.ts";
import { holdMilliseconds, removeMedia } from "./receive-upload.ts";
import { dayOf, deleteUsage } from "#features/uploads/policy/upload-usage-store.ts";
import type { UploadsDependencies } from "#features/uploads/uploads-dependencies.ts";
import {
  claimExpiredFiles,
  deleteUploads,
  type ExpiredSelection,
  markOriginalsRemoved,
  selectFoldersWithOriginals,
} from "#features/uploads/uploads-store.ts";

const dayMs = 24 * 60 * 60_000;
const batchSize = 200;

/**
 * Returns the limits of a purge, which deletes unused files whose upload policy (the signed permission to upload) was
 * issued before `issuedBefore`, and used files that were stored before `storedBefore` (null: no used files).
 */
export const retentionOf = (now: Date, retentionDays: number) => ({
  issuedBefore: new Date(now.getTime() - dayMs),
  storedBefore: retentionDays > 0 ? new Date(now.getTime() - retentionDays * dayMs) : null,
});

/**
 * Deletes files that were not used within a day after their policy was issued, incomplete files of crashed servers, and
 * used files whose retention has ended. A retention of 0 days is unlimited. Deletion has three steps: clear the row, so
 * that the file is no longer used or shown; delete the file; delete the row. After a crash between two steps, a later
 * purge finds the row again. Also deletes the usage of the upload quotas on the days before yesterday.
 *
 * If browsers upload to a bucket directly, `removeUploadedFolder` deletes their objects. It is called for the folders
 * of deleted files, and for the folder of each used file when a day has passed since its policy was issued.
 */
export const purgeUploads =
  (deps: UploadsDependencies, removeUploadedFolder?: (folder: string) => Promise<boolean>) =>
  async (): Promise<void> => {
    const { database, clock, retentionDays } = deps;
    const now = clock.now();
    const { issuedBefore, storedBefore } = retentionOf(now, retentionDays);
    const purge = async (select: ExpiredSelection): Promise<number> => {
      const until = new Date(now.getTime() + holdMilliseconds);
      const claim = { select, now, until, receiver: randomUUID(), limit: batchSize };
      for (let total = 0; ; ) {
        const dirs = await claimExpiredFiles(database, claim);
        failPoint("upload.purge.claimed");
        const removed: string[] = [];
        for (const dir of dirs) {
          try {
            await removeMedia(deps.files, dir);
            // Removes objects that browsers uploaded to the bucket but for which no callback arrived. A later purge
            // continues with a folder that has too many.
            if (removeUploadedFolder === undefined || (await removeUploadedFolder(dir))) removed.push(dir);
          } catch (error) {
            deps.log.warn({ err: error, dir }, "uploads: the files of a folder could not be deleted");
          }
        }
        failPoint("upload.purge.removed");
        await deleteUploads(database, removed);
        failPoint("upload.purge.deleted");
        total += removed.length;
        if (dirs.length < batchSize) return total;
      }
    };
    await purge({ kind: "unused", issuedBefore });
    if (storedBefore !== null) {
      const files = await purge({ kind: "used", storedBefore });
      if (files > 0)
        deps.log.info({ files, retentionDays }, "uploads: deleted files at the end of their retention");
    }
    await deleteUsage(database, dayOf(issuedBefore));
    await removeLeftovers(deps.incoming, {
      before: issuedBefore,
      keptBefore: new Date(now.getTime() - keptMilliseconds),
    });
    if (removeUploadedFolder === undefined) return;
    for (const dir of await selectFoldersWithOriginals(database, { issuedBefore, limit: batchSize })) {
      try {
        if (await removeUploadedFolder(dir)) await markOriginalsRemoved(database, dir);
      } catch (error) {
        deps.log.warn({ err: error, dir }, "uploads: the objects of a folder could not be deleted");
      }
    }
  };

async function removeLeftovers(
  folder: string,
  { before, keptBefore }: { before: Date; keptBefore: Date },
): Promise<void> {
  for (const name of await filesIn(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtime < (name.endsWith(partEnding) ? keptBefore : before))
      await rm(path, { force: true });
  }
}
