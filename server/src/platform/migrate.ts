import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

export const migrationsFolder = join(import.meta.dirname, "..", "..", "migrations");

/** Any number that no other program would pick; the lock is one a database. */
const lockKey = 7_370_736;

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** Whether this product has ever set the database up. */
export async function isSetUp(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ application_name: "reposo migrate", ...connection });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "SELECT to_regclass('schema_migration') IS NOT NULL AS found",
    );
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      // Line ends are the checkout's business, not the schema's.
      const checksum = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
      return { name, sql, checksum };
    }),
  );
}

/**
 * Brings the database to the newest schema as its owner and returns what it applied. Servers that start at the
 * same time wait for each other; one transaction a file, so a file is applied whole or not at all. Names that
 * this version does not know are left alone: during a rolling upgrade an older server may start once more.
 */
export async function migrate(
  ownerConnection: pg.ClientConfig,
  folder: string = migrationsFolder,
): Promise<{ applied: string[] }> {
  const files = await readMigrations(folder);
  const client = new pg.Client({ application_name: "reposo migrate", ...ownerConnection });
  // A connection lost between queries is met by the next query; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      name        text PRIMARY KEY,
      checksum    text NOT NULL,
      applied_at  timestamptz NOT NULL DEFAULT now()
    )`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "SELECT name, checksum FROM schema_migration",
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    for (const file of files) {
      const checksum = known.get(file.name);
      if (checksum === undefined) {
        await apply(client, file);
        applied.push(file.name);
      } else if (checksum !== file.checksum) {
        throw new Error(
          `migration ${file.name} was changed after this database applied it; add a new migration instead`,
        );
      }
    }
    return { applied };
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(file.sql);
    await client.query("INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)", [
      file.name,
      file.checksum,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new Error(
      `migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
