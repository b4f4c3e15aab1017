import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { StartError } from "#platform/config/settings.ts";

const schemaFile = join(import.meta.dirname, "..", "..", "..", "..", "schema.sql");

/**
 * Returns whether the application's role `reposo_app` is missing or has no rights, which is the case after a dump
 * was restored into a new cluster.
 */
export async function lacksApplicationRights(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ lacking: boolean }>(
    `SELECT to_regrole('reposo_app') IS NULL
       OR NOT coalesce(has_table_privilege(to_regrole('reposo_app'), to_regclass('account'), 'SELECT'), true) AS lacking`,
  );
  return rows[0]?.lacking === true;
}

/**
 * Creates a role without a login if it is missing. The application's must exist before migrations, which grant rights
 * to it.
 */
export async function createRole(client: pg.Client, role: "reposo_app" | "reposo_owner"): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (rowCount === 1) return;
  try {
    await client.query(`CREATE ROLE ${role} NOLOGIN`);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // A concurrent migration of another database may have created the role: all databases of a cluster share roles.
    if (code === "42710" || code === "23505") return;
    throw new StartError(
      `role ${role} cannot be created (${message}); as the database's administrator run ` +
        `CREATE ROLE ${role} LOGIN PASSWORD '…', then GRANT ${role} TO ${client.user} WITH ADMIN OPTION`,
      { cause: error },
    );
  }
}

/**
 * Executes the GRANT and REVOKE statements of `schema.sql`, the dump of the newest schema, and grants reading of
 * `schema_migration`; the database must already have the newest schema.
 */
export async function grantApplicationRights(client: pg.Client): Promise<void> {
  const schema = await readFile(schemaFile, "utf8");
  const rights = schema.split("\n").filter((line) => /^(GRANT|REVOKE) .*;$/.test(line));
  await client.query(
    ["BEGIN;", ...rights, "GRANT SELECT ON schema_migration TO reposo_app;", "COMMIT;"].join("\n"),
  );
}
