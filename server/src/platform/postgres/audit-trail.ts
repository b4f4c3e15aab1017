import { sql } from "./sql.ts";
import type { DeferredRows, UnitOfWork } from "./unit-of-work.ts";

export interface AuditEntry {
  readonly at: Date;
  /** `manager:<id>`, `customer:<id>`, `chair:<id>`, `server`, `demo`, or `reposo command line`. */
  readonly actor: string;
  readonly action: string;
  /** The object of the action, as `kind:<id>` or an ID; for some commands another name, such as the imported file. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds an entry to the audit trail, which is append-only so that it can serve as evidence in disputes. */
export const addAuditEntry = (uow: UnitOfWork, entry: AuditEntry): void => uow.defer(auditEntries, [entry]);

const auditEntries: DeferredRows<AuditEntry> = {
  stage: "auditEntries",
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
