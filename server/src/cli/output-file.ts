import { randomUUID } from "node:crypto";
import { link, lstat, open, rm } from "node:fs/promises";
import { CliFailure } from "./terminal.ts";

/** A file that gets its name once the transaction whose secrets it contains is committed. */
export interface OutputFile {
  /** Path of the file until it is confirmed. */
  readonly unconfirmedPath: string;
  /** Replaces earlier contents, since a transaction may be retried. */
  write(contents: string): Promise<void>;
  confirm(): Promise<void>;
  discard(): Promise<void>;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws CliFailure where a file of this name exists */
export async function createOutputFile(path: string): Promise<OutputFile> {
  // The file must be in the same folder, because it cannot be linked into another file system.
  const unconfirmedPath = `${path}.${randomUUID().slice(0, 8)}.unconfirmed`;
  if (await exists(path))
    throw new CliFailure(2, `The file can't be written, and no coupon was made: ${path} exists already.`);
  return {
    unconfirmedPath,
    async write(contents) {
      try {
        const file = await open(unconfirmedPath, "w", 0o600);
        try {
          await file.writeFile(contents);
          // A power cut after the commit must not lose the contents.
          await file.sync();
        } finally {
          await file.close();
        }
      } catch (cause) {
        const message = `The file can't be written, and no coupon was made: ${reasonOf(cause)}`;
        throw new CliFailure(2, message, { cause });
      }
    },
    async confirm() {
      try {
        // Unlike a rename, a link never replaces a file that was created meanwhile.
        await link(unconfirmedPath, path);
      } catch (cause) {
        const message = `The coupons were made. Their codes are in ${unconfirmedPath}, because ${path} can't be written: ${reasonOf(cause)}`;
        throw new CliFailure(1, message, { cause });
      }
      await rm(unconfirmedPath);
    },
    discard: () => rm(unconfirmedPath, { force: true }),
  };
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
