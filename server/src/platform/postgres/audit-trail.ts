import { sql } from "./sql.ts";
import type { Querier } from "./database.ts";
import { type LateRows, writeLate } from "./transactions.ts";

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
export const writeAudit = (db: Querier, entry: AuditEntry): Promise<void> => writeLate(db, trail, [entry]);

const trail: LateRows<AuditEntry> = {
  rank: "trail",
  statement(entries) {
    const column = (name: "actor" | "action" | "subject") => entries.map((entry) => entry[name]);
    return sql`
      INSERT INTO audit_entry (at, actor, action, subject, detail)
      SELECT at, actor, action, subject, detail::jsonb
      FROM unnest(${entries.map((entry) => entry.at.toISOString())}::timestamptz[], ${column("actor")}::text[],
        ${column("action")}::text[], ${column("subject")}::text[],
        ${entries.map((entry) => JSON.stringify(entry.detail ?? {}))}::text[]) AS e (at, actor, action, subject, detail)`;
  },
};
