import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { blankContents, createDiskMemory, diskMemoryPath } from "./chair-memory.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chair memory "));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("[PROTO-2] stores the whole memory on disk, and loads null if the file is missing or invalid", () => {
  const path = diskMemoryPath(join(folder, "chairs"), "TEST0001");
  const memory = createDiskMemory(path);
  expect(memory.load()).toBeNull();
  const contents = { ...blankContents("epoch-1"), coinCounter: 500, nextSeq: 9 };
  memory.store(contents);
  expect(createDiskMemory(path).load()).toEqual(contents);
  writeFileSync(path, '{"epoch":');
  expect(memory.load()).toBeNull();
  memory.store(contents);
  memory.clear();
  expect(memory.load()).toBeNull();
  expect(existsSync(path)).toBe(false);
});
