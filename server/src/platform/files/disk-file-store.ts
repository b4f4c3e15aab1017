import { constants, createReadStream } from "node:fs";
import { access, copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type ByteRange, checkedName, type FileStore } from "./file-store.ts";
import { unlessMissing } from "./folder-errors.ts";

/** Creates a store below one folder. Servers that share a database must also share this folder, or use a bucket. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, checkedName(name));
  return {
    async put(name, path, { signal }) {
      signal.throwIfAborted();
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await flush(path);
      await moveTo(path, target);
      // All folders up to the root, because they may be new, also because another server has just created them.
      for (let parent = dirname(target); ; parent = dirname(parent)) {
        await flush(parent);
        if (relative(folder, parent) === "") return;
      }
    },
    async open(name: string, range?: ByteRange) {
      const file = await unlessMissing(open(pathOf(name), constants.O_RDONLY));
      if (file === null) return null;
      const { size } = await file.stat();
      return { bytes: size, content: createReadStream("", { fd: file, ...range, autoClose: true }) };
    },
    async remove(name) {
      const path = pathOf(name);
      await rm(path, { force: true });
      await rm(partialPath(path), { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK);
    },
  };
}

/** Path of the file while it is copied; a crash during the copy leaves this file behind. */
const partialPath = (path: string): string => `${path}.part`;

/** Flushes a file or a folder to disk. A rename survives a crash only if both the file and its folder are flushed. */
async function flush(path: string): Promise<void> {
  const file = await open(path, constants.O_RDONLY);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveTo(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    // The target is on another disk, so the file is copied next to the target and then renamed atomically.
    const partial = partialPath(target);
    await copyFile(path, partial);
    await flush(partial);
    await rename(partial, target);
    await rm(path, { force: true });
  }
}
