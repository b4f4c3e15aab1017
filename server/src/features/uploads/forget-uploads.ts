import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { transact } from "#platform/transactions.ts";
import { mediaName, posterName } from "./receive-upload.ts";
import type { UploadsParts } from "./uploads-parts.ts";
import { deleteUploads, takeOrphans } from "./uploads-store.ts";

const keptMilliseconds = 24 * 60 * 60_000;
const mostAtOnce = 200;

/** What was sent and used for nothing within a day, and what a server that died left half received. */
export const forgetUploads =
  (parts: UploadsParts, removeForeign: (key: string) => Promise<void> = async () => {}) =>
  async (): Promise<void> => {
    const now = parts.clock.now();
    const before = new Date(now.getTime() - keptMilliseconds);
    for (let gone = mostAtOnce; gone === mostAtOnce; )
      gone = await transact(parts.database, async (tx) => {
        const orphans = await takeOrphans(tx, before, now, mostAtOnce);
        // Files first: a row without its file is found again, a file without its row never.
        for (const { dir, key } of orphans) {
          await parts.files.remove(mediaName(dir));
          await parts.files.remove(posterName(dir));
          if (key !== null) await removeForeign(key);
        }
        await deleteUploads(
          tx,
          orphans.map(({ dir }) => dir),
        );
        return orphans.length;
      });
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
