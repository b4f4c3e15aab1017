import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase } from "#test/database/database.ts";
import { dumpSchema } from "#test/database/schema-dump.ts";
import { migrate, migrationsFolder } from "./migrate.ts";

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: string;
beforeEach(async () => {
  empty = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "reposo-migrations-"));
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

async function runQuery(query: string): Promise<unknown[]> {
  const client = new pg.Client(empty);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

const add = (name: string, sql: string) => writeFile(join(folder, name), sql);

describe("the committed schema", () => {
  it("equals the result of the migrations on an empty database (vitest --update rewrites it)", async () => {
    await migrate(empty);
    await expect(await dumpSchema(empty)).toMatchFileSnapshot(join(migrationsFolder, "..", "schema.sql"));
  });

  it("creates the same schema if it is executed as a script", async () => {
    const committed = await readFile(join(migrationsFolder, "..", "schema.sql"), "utf8");
    await runQuery(committed);
    expect(await dumpSchema(empty)).toBe(committed);
  });
});

describe("migrating", () => {
  it("applies each file once, in the order of their names", async () => {
    await add("0002-b.sql", "ALTER TABLE a ADD COLUMN b int");
    await add("0001-a.sql", "CREATE TABLE a (id int)");
    await add("notes.txt", "no migration");
    expect(await migrate(empty, folder)).toEqual({ applied: ["0001-a.sql", "0002-b.sql"] });
    await add("0003-c.sql", "CREATE TABLE c (id int)");
    expect(await migrate(empty, folder)).toEqual({ applied: ["0003-c.sql"] });
    expect(await migrate(empty, folder)).toEqual({ applied: [] });
  });

  it("applies a file completely or not at all, and later continues with the failed file", async () => {
    await add("0001-a.sql", "CREATE TABLE a (id int)");
    await add("0002-b.sql", "CREATE TABLE b (id int); SELECT 1 / 0;");
    await expect(migrate(empty, folder)).rejects.toThrow("migration 0002-b.sql failed: division by zero");
    expect(await runQuery("SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
    await add("0002-b.sql", "CREATE TABLE b (id int)");
    expect(await migrate(empty, folder)).toEqual({ applied: ["0002-b.sql"] });
  });

  it("refuses a file that was changed after it was applied, unless only line endings changed", async () => {
    await add("0001-a.sql", "CREATE TABLE a (\n  id int)");
    await migrate(empty, folder);
    await add("0001-a.sql", "CREATE TABLE a (\r\n  id int)");
    expect(await migrate(empty, folder)).toEqual({ applied: [] });
    await add("0001-a.sql", "CREATE TABLE a (\n  id bigint)");
    await expect(migrate(empty, folder)).rejects.toThrow("migration 0001-a.sql was changed");
  });

  it("lets an older server start with a newer schema", async () => {
    await cp(migrationsFolder, folder, { recursive: true });
    await add("9999-newer.sql", "CREATE TABLE newer (id int)");
    await migrate(empty, folder);
    expect(await migrate(empty)).toEqual({ applied: [] });
  });

  it("is done once by servers that start at the same time", async () => {
    const results = await Promise.all(Array.from({ length: 6 }, () => migrate(empty)));
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });
});
