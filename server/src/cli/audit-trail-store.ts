import { sql } from "kysely";
import type { Querier } from "#platform/database.ts";

/** An operator's work is written down like everybody's. */
export async function writeAudit(
  db: Querier,
  entry: { action: string; subject: string; detail?: Record<string, unknown>; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO audit_entry (at, actor, action, subject, detail)
    VALUES (${entry.at}, 'reposo command line', ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.detail ?? {})}::jsonb)`.execute(db);
}
