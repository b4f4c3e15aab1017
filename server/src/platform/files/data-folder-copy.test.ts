import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CopiedFolderError, FolderInUseError, folderOwner, lockFolder } from "./data-folder.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "reposo data copy "));
});
afterEach(() => rm(base, { recursive: true, force: true }));

it("explains what to do with a copy of a locked folder, and accepts it once the original is released", async () => {
  const [original, copy] = [join(base, "data"), join(base, "copy")];
  const lock = await lockFolder(original);
  await cp(original, copy, { recursive: true, preserveTimestamps: true });
  for (const use of [() => lockFolder(copy), () => folderOwner(copy)]) {
    const error = await use().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CopiedFolderError);
    expect((error as Error).message).toMatch(
      new RegExp(
        `^data folder ${copy} was copied from ${original} while process ${process.pid} used it, .*copy`,
      ),
    );
  }
  expect(await folderOwner(original)).toBe(process.pid);
  await lock.release();
});

it("recognises a renamed folder as the locked folder", async () => {
  const [original, renamed] = [join(base, "data"), join(base, "renamed")];
  await lockFolder(original);
  await rename(original, renamed);
  expect(await folderOwner(renamed)).toBe(process.pid);
  await expect(lockFolder(renamed)).rejects.toThrow(FolderInUseError);
});
