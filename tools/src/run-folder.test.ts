import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeRunFolder } from "./run-folder.ts";

const parent = mkdtempSync(path.join(tmpdir(), "reposo-run-folder-"));
afterAll(() => rmSync(parent, { recursive: true }));

it("creates a folder that other users may traverse, and removes folders of runs that no longer exist", () => {
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const folderOf = (name: string) => {
    const folder = path.join(parent, name);
    mkdirSync(path.join(folder, "data"), { recursive: true });
    return folder;
  };
  const [stale, running, other] = [
    folderOf(`reposo-tests-${ended}-abcdef`),
    folderOf(`reposo-tests-${process.ppid}-abcdef`),
    folderOf("another-folder"),
  ];
  const folder = makeRunFolder(parent);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  expect([stale, running, other, folder].map((each) => existsSync(each))).toEqual([false, true, true, true]);
});
