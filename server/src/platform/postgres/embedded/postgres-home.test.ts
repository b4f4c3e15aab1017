import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findRecordedCluster } from "./postgres-home.ts";

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(await realpath(tmpdir()), "reposo-home-"));
});
afterAll(() => rm(base, { recursive: true }));

it("[RUN-1] finds no cluster if none is recorded, and otherwise the recorded cluster outside of the folder", async () => {
  expect(await findRecordedCluster(join(base, "missing"))).toBeNull();
  const [data, cluster] = [join(base, "data"), join(base, "cluster")];
  await mkdir(data);
  expect(await findRecordedCluster(data)).toBeNull();
  await mkdir(cluster);
  await writeFile(join(data, "postgres-home"), `${cluster}\n`);
  expect(await findRecordedCluster(data)).toBe(cluster);
});

it.each(["postgres-home", "postgres-home-folder"])(
  "[RUN-1] fails if %s cannot be read, instead of creating another database",
  async (name) => {
    const data = join(base, `unreadable-${name}`);
    // A folder in place of the file cannot be read as a file, even by root.
    await mkdir(join(data, name), { recursive: true });
    await expect(findRecordedCluster(data)).rejects.toMatchObject({ code: "EISDIR" });
  },
);
