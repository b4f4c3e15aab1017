import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createUploads } from "#features/uploads/index.ts";
import { readConfig } from "#platform/config/config.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import { createLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { systemClock } from "#platform/time/clock.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { isOwnStore } from "./own-store.ts";

let base: string;
let db: TestDatabase;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "reposo-stores-"));
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
  await rm(base, { recursive: true });
});

/** Starts the uploads of a server, and returns what it logs about its file store. */
async function problemsOf(name: string): Promise<string[]> {
  const lines: string[] = [];
  const uploads = await createUploads({
    database: db.database,
    clock: systemClock,
    log: createLog("warn", { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) }),
    cipher: testCipher,
    publicUrl: "https://chairs.example",
    files: { folder: join(base, name), bucket: null, oss: null },
    media: readConfig({}).media,
  });
  await uploads.checkSharedStore();
  uploads.stop();
  return lines.filter((line) => line.includes("database's files") || line.includes("identified"));
}

it("[FB-2] a server that does not share the file store of the database says so at its start", async () => {
  expect(await problemsOf("shared")).toEqual([]);
  expect(await problemsOf("shared")).toEqual([]);
  expect(await problemsOf("own")).toEqual([
    `uploads: the database's files are in another store than the folder ${join(base, "own")}, so pictures that other servers stored are missing here; let all servers use one FILES_DIR or BUCKET_NAME ("Several file stores" in docs/operating.md)`,
  ]);
  expect(await problemsOf("shared")).toEqual([]);
});

it("[FB-2] servers that start at the same time with one new file store find it shared, and those with separate ones do not", async () => {
  for (let round = 0; round < 5; round += 1) {
    await sql`DELETE FROM file_store`.execute(db.owner);
    const shared = join(base, `shared-${round}`);
    await mkdir(shared);
    const found = await Promise.all(
      [shared, shared, shared].map((folder) => isOwnStore(db.database, createDiskFileStore(folder))),
    );
    expect(found).toEqual([true, true, true]);
    await sql`DELETE FROM file_store`.execute(db.owner);
    const separate = await Promise.all(
      ["a", "b"].map((name) => isOwnStore(db.database, createDiskFileStore(join(base, `${name}-${round}`)))),
    );
    expect(separate.filter(Boolean)).toEqual([true]);
  }
});
