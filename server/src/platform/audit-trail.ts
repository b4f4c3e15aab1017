import { sql } from "kysely";
import type { Querier } from "./database.ts";

export interface AuditEntry {
  readonly at: Date;
  /** `manager:<id>`, `customer:<id>`, `chair:<id>`, `server` or `reposo command line`. */
  readonly actor: string;
  readonly action: string;
  /** What it was done to, as `kind:<id>` or an id. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Who did what: append-only, for people who settle disputes. */
export async function writeAudit(db: Querier, entry: AuditEntry): Promise<void> {
  await sql`
    INSERT INTO audit_entry (at, actor, action, subject, detail)
    VALUES (${entry.at}, ${entry.actor}, ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.detail ?? {})}::jsonb)`.execute(db);
}
