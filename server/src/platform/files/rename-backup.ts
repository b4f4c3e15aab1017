import { lstat, readdir, rename, unlink } from "node:fs/promises";
import { StartError } from "#platform/config/settings.ts";
import { unlessMissing } from "./folder-errors.ts";

/**
 * Renames the folder of a complete backup to `target`, which may be an empty folder or a link to one.
 * @throws StartError if `target` was filled during the backup: its files are kept, and so is the backup
 */
export async function renameBackup(draft: string, target: string): Promise<void> {
  try {
    const isLink = (await unlessMissing(lstat(target)))?.isSymbolicLink() ?? false;
    if (isLink && ((await unlessMissing(readdir(target))) ?? []).length === 0) await unlink(target);
    // Replaces an empty folder; anything else makes it fail.
    await rename(draft, target);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    throw new StartError(
      `${target} is no longer empty; the complete backup is in ${draft}, rename it before the next backup`,
      {
        cause: error,
      },
    );
  }
}
