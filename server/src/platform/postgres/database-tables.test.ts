import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const files = ["account", "network", "order", "chair", "delivery", "feedback", "notification", "upload"];

/** `table.column` or `table.column?` for each that the types know; `?` where the type allows null. */
async function typedColumns(): Promise<string[]> {
  const sources = await Promise.all(
    files.map((name) => readFile(join(import.meta.dirname, "tables", `${name}-tables.ts`), "utf8")),
  );
  return sources.flatMap((source) => {
    const tables = [...source.matchAll(/^ {2}(\w+): (\w+Table);$/gm)];
    return tables.flatMap(([, table, typeName]) => {
      const body = new RegExp(`^interface ${typeName} \\{\\n(.*?)^\\}`, "ms").exec(source)?.[1] ?? "";
      const columns = [...body.matchAll(/^ {2}(\w+):(.*?);$/gms)];
      return columns.map(
        ([, column, type]) => `${table}.${column}${/\bnull\b|<unknown,/.test(type as string) ? "?" : ""}`,
      );
    });
  });
}

it("names exactly the tables and columns of the database, nullable where they are", async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS name
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migration'
      -- Parts of a table that is cut up are no tables to anyone.
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('public.%I', table_name)::regclass)
  `.execute(test.owner);
  expect((await typedColumns()).sort()).toEqual(rows.map((row) => row.name).sort());
});
