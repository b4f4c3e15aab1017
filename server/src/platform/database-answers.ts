import { sql } from "kysely";
import type { Database } from "./database.ts";

/** For the readiness check. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  try {
    await sql`SELECT 1`.execute(database);
    return true;
  } catch {
    return false;
  }
}
