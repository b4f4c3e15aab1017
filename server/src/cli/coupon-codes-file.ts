import { randomUUID } from "node:crypto";
import { link, lstat, open, rm } from "node:fs/promises";
import { CliFailure } from "./terminal.ts";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns functions that write the file at `path`. The caller must call `write` before the commit, and `confirm` or
 * `discard` after it.
 * @throws CliFailure if a file of this name exists
 */
export async function prepareCodesFile(path: string) {
  // The temporary file must be in the same folder, because a hard link cannot cross file systems.
  const unconfirmedPath = `${path}.${randomUUID().slice(0, 8)}.unconfirmed`;
  if (await exists(path))
    throw new CliFailure(2, `The file can't be written, and no coupon was made: ${path} already exists.`);
  return {
    /** Path of the file until it is confirmed. */
    unconfirmedPath,
    /** Writes the unconfirmed file. Replaces earlier contents, because a retried transaction writes again. */
    async write(contents: string) {
      try {
        const file = await open(unconfirmedPath, "w", 0o600);
        try {
          await file.writeFile(contents);
          // The flush ensures that a power failure after the commit does not lose the contents.
          await file.sync();
        } finally {
          await file.close();
        }
      } catch (cause) {
        const message = `The file can't be written, and no coupon was made: ${reasonOf(cause)}`;
        throw new CliFailure(2, message, { cause });
      }
    },
    /**
     * Gives the file its final name.
     * @throws CliFailure if that fails; the codes are then in the unconfirmed file
     */
    async confirm() {
      try {
        // Unlike a rename, a hard link never replaces a file that was created in the meantime.
        await link(unconfirmedPath, path);
      } catch (cause) {
        const message = `The coupons were made. Their codes are in ${unconfirmedPath}, because ${path} can't be written: ${reasonOf(cause)}`;
        throw new CliFailure(1, message, { cause });
      }
      await rm(unconfirmedPath, { force: true });
    },
    discard: () => rm(unconfirmedPath, { force: true }),
  };
}

/** A file with the codes of coupons that a transaction creates. It gets its final name only after the commit. */
export type CodesFile = Awaited<ReturnType<typeof prepareCodesFile>>;

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
