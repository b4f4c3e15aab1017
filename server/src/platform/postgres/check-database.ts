import { sql } from "./sql.ts";
import type { Database } from "./database.ts";

/** For the readiness check, which logs why the database does not answer. */
export async function checkDatabase(database: Database): Promise<true> {
  await sql`SELECT 1`.execute(database);
  return true;
}
