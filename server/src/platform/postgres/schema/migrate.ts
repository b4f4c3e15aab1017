import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { createRole, grantApplicationRights, lacksApplicationRights } from "./application-rights.ts";
import { hasExcessiveRights, removeExcessiveRights } from "./excessive-rights.ts";
import { StartError } from "#platform/config/settings.ts";
import { withClient } from "#platform/postgres/with-client.ts";

export const migrationsFolder = join(import.meta.dirname, "..", "..", "..", "..", "migrations");

/** `application_name` of the connection pools of servers and commands. */
export const applicationName = "reposo";
const application_name = "reposo migrate";

/** Key of the advisory lock of migrations: an arbitrary number. Advisory locks are per database. */
const lockKey = 7_370_736;

interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** Returns true if this product has ever migrated the database. */
export const isSetUp = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient({ application_name, ...connection }, hasMigrationTable);

async function hasMigrationTable(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT WHERE to_regclass('schema_migration') IS NOT NULL");
  return rowCount === 1;
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      // The checksum ignores line endings, which depend on the Git checkout.
      const checksum = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
      return { name, sql, checksum };
    }),
  );
}

export interface MigrateOptions {
  /** Throws a StartError instead of applying migrations if another process uses the database. */
  failIfInUse?: boolean;
}

/**
 * Migrates the database to the newest schema as its owner and returns the names of the applied migrations. Creates the
 * application's role and its rights if they are missing, and removes excessive ones. A lock serialises servers that
 * start at the same time. Each file runs in its own transaction, so that it is applied completely or not at all.
 * Applied migrations that this version does not know are ignored, since an older server may start during a rolling
 * upgrade.
 * @throws StartError if `failIfInUse` is true, a migration is pending, and another process uses the database
 * @throws Error if a migration fails, or was changed after the database applied it
 */
export async function migrate(
  ownerConnection: pg.ClientConfig,
  folder: string = migrationsFolder,
  { failIfInUse = false }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const files = await readMigrations(folder);
  // A migration of large tables, and the wait for another server that migrates, may take any time.
  return withClient({ application_name, query_timeout: 0, ...ownerConnection }, async (client) => {
    // Returns early, so that a role that may not change the schema can start the server if no migration is pending.
    if (
      (await findPending(client, files)).length === 0 &&
      !(await lacksApplicationRights(client)) &&
      !(await hasExcessiveRights(client))
    )
      return { applied: [] };
    // The lock is released when the connection is closed.
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      name        text PRIMARY KEY,
      checksum    text NOT NULL,
      applied_at  timestamptz NOT NULL DEFAULT now()
    )`);
    const pending = await findPending(client, files);
    if (pending.length > 0 && failIfInUse && (await isServed(client)))
      throw new StartError(
        `another process serves this database, which lacks migrations of this version (${pending[0]?.name} and later); ` +
          "stop that process first, or migrate now: npm run reposo -- migrate",
      );
    await createRole(client, "reposo_app");
    for (const file of pending) await apply(client, file);
    if (folder === migrationsFolder) {
      if (await lacksApplicationRights(client)) await grantApplicationRights(client);
      await removeExcessiveRights(client);
    }
    return { applied: pending.map(({ name }) => name) };
  });
}

async function findPending(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile[]> {
  if (!(await hasMigrationTable(client))) return [...files];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_migration",
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const changed = files.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (changed)
    throw new Error(
      `migration ${changed.name} was changed after this database applied it; add a new migration instead`,
    );
  return files.filter(({ name }) => !known.has(name));
}

/** Recognises servers and commands by columns of pg_stat_activity that every role may read. */
async function isServed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (application_name = $1 OR usename = 'reposo_app') LIMIT 1`,
    [applicationName],
  );
  return rowCount === 1;
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
