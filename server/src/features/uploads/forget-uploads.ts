import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { failPoint } from "#platform/fail-points.ts";
import { holdMilliseconds, mediaName, posterName } from "./receive-upload.ts";
import type { UploadsParts } from "./uploads-parts.ts";
import { deleteUploads, takeOrphans } from "./uploads-store.ts";

const keptMilliseconds = 24 * 60 * 60_000;
const mostAtOnce = 200;

/**
 * What was sent and used for nothing within a day, and what a server that died left half received. In three steps: the
 * row loses its file, so that no feedback takes it any more; the file goes; the row goes. A server that dies between
 * them leaves a row that is found again.
 */
export const forgetUploads =
  (parts: UploadsParts, removeForeignBelow: (folder: string) => Promise<void> = async () => {}) =>
  async (): Promise<void> => {
    const { database, files, clock } = parts;
    const now = clock.now();
    const before = new Date(now.getTime() - keptMilliseconds);
    const until = new Date(now.getTime() + holdMilliseconds);
    const take = { before, now, until, receiver: randomUUID(), limit: mostAtOnce };
    for (let gone = mostAtOnce; gone === mostAtOnce; ) {
      const dirs = await takeOrphans(database, take);
      failPoint("upload.forget.taken");
      for (const dir of dirs) {
        await files.remove(mediaName(dir));
        await files.remove(posterName(dir));
        // What a browser sent to a bucket of its own and nobody ever told of.
        await removeForeignBelow(dir);
      }
      failPoint("upload.forget.removed");
      await deleteUploads(database, dirs);
      failPoint("upload.forget.deleted");
      gone = dirs.length;
    }
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
