import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "#platform/config/settings.ts";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it is on a read-only file system",
  ENOTDIR: "it is not a folder",
  ENOENT: "a folder of its path does not exist",
  EEXIST: "it is not a folder",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk quota is used up",
};

/**
 * Resolves to null if the file or folder does not exist. Rejects with other errors: an unreadable file is not missing.
 */
export const unlessMissing = <R>(access: Promise<R>): Promise<R | null> =>
  access.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

/** Explains a file-system error with the setting that names the folder; returns other errors unchanged. */
export function explainFolderError(error: unknown, folder: string, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || error instanceof StartError) return error;
  const reason = reasons[code] ?? error.message;
  return new StartError(
    `setting ${setting}: ${folder} cannot be used: ${reason}; choose a folder that this user can write to`,
    { cause: error },
  );
}

/**
 * Creates the folder and its parents, one by one, because recursive creation reports ENOENT for a read-only file
 * system.
 * @returns true if the folder was created; false if the path existed, and may be a file
 */
export async function createFolder(
  folder: string,
  options: { readonly mode?: number } = {},
): Promise<boolean> {
  const create = (): Promise<boolean> =>
    mkdir(folder, options).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
  try {
    return await create();
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === folder) throw error;
    await createFolder(parent, options);
    // If the parent is a link without a target, it exists but nothing can be created in it, so this call fails too.
    return create();
  }
}

/** Creates the folder and tests it by writing a file. @throws StartError with the reason if either fails */
export async function requireWritableFolder(folder: string, setting: string): Promise<void> {
  const probe = join(folder, `probe.${randomUUID()}`);
  try {
    await createFolder(folder, { mode: 0o700 });
    await writeFile(probe, "probe", { mode: 0o600, flag: "wx" });
    await rm(probe);
  } catch (error) {
    throw explainFolderError(error, folder, setting);
  }
}
