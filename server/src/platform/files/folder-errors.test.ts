import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFolder, explainFolderError } from "./folder-errors.ts";
import { StartError } from "#platform/config/settings.ts";
import { makeTestFolder } from "#test/test-folder.ts";

it.each([
  ["EACCES", "this user may not write there"],
  ["EROFS", "it is on a read-only file system"],
  ["ENOTDIR", "it is not a folder"],
  ["ENOENT", "a folder of its path does not exist"],
  ["ENOSPC", "its disk is full"],
  ["EIO", "EIO: something"],
])("explains %s in one sentence with the setting and the folder", (code, reason) => {
  const error = Object.assign(new Error(`${code}: something`), { code });
  const explained = explainFolderError(error, "/data", "DATA_DIR");
  expect(explained).toBeInstanceOf(StartError);
  expect((explained as Error).message).toBe(
    `setting DATA_DIR: /data cannot be used: ${reason}; choose a folder that this user can write to`,
  );
});

it("leaves errors that are not from the file system unchanged", () => {
  const error = new TypeError("a defect");
  expect(explainFolderError(error, "/data", "DATA_DIR")).toBe(error);
});

it("creates a folder with its parents, but not inside a link without a target", async () => {
  const folder = await makeTestFolder("folders");
  expect(await createFolder(join(folder, "a", "b"))).toBe(true);
  expect(await createFolder(join(folder, "a", "b"))).toBe(false);
  await symlink(join(folder, "missing"), join(folder, "link"));
  await expect(createFolder(join(folder, "link", "data"))).rejects.toThrow(/ENOENT/);
  await rm(folder, { recursive: true });
});
