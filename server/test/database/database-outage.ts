import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { TestDatabase } from "./database.ts";

/**
 * Closes the application's connections to a database, and refuses new ones until the returned function is called. The
 * owner, a superuser, keeps access.
 */
export async function startOutage({ owner, connection }: TestDatabase): Promise<() => Promise<void>> {
  const limit = async (connections: string) => {
    const { statement } = await sql<{ statement: string }>`
      SELECT format('ALTER DATABASE %I CONNECTION LIMIT %s', ${connection.database}::text, ${connections}::text)
        AS statement`.firstRow(owner);
    await sql.raw(statement).execute(owner);
  };
  await limit("0");
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = ${connection.database}::text AND usename = ${applicationRole}`.execute(owner);
  return () => limit("-1");
}
