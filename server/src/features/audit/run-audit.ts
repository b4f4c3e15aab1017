import type { Database } from "#platform/postgres/database.ts";
import type { AuditQuery } from "./audit-query.ts";
import { chairAudits } from "./checks/chair-checks-store.ts";
import { moneyAudits } from "./checks/money-checks-store.ts";
import { orderAudits } from "./checks/order-checks-store.ts";
import { sessionAudits } from "./checks/session-checks-store.ts";
import { transferAudits } from "./checks/transfer-checks-store.ts";
import { openSnapshot } from "#platform/postgres/snapshot.ts";

export const audits: readonly AuditQuery[] = [
  ...moneyAudits,
  ...orderAudits,
  ...chairAudits,
  ...sessionAudits,
  ...transferAudits,
].sort((a, b) => Number(a.guarantee.slice(2)) - Number(b.guarantee.slice(2)));

/** An audit that found violations. */
export interface AuditFinding {
  readonly guarantee: string;
  readonly audit: string;
  /** The statement that does not hold. */
  readonly holds: string;
  /** The violations. */
  readonly rows: readonly Record<string, unknown>[];
}

/** Runs all audits on one snapshot of the database, and returns a finding for each audit with violations. */
export async function runAudit(db: Database): Promise<AuditFinding[]> {
  const snapshot = await openSnapshot(db, new AbortController().signal);
  try {
    const findings: AuditFinding[] = [];
    for (const audit of audits) {
      const { rows } = await audit.violations.execute(snapshot.db);
      if (rows.length > 0)
        findings.push({ guarantee: audit.guarantee, audit: audit.name, holds: audit.holds, rows });
    }
    return findings;
  } finally {
    await snapshot.close();
  }
}
