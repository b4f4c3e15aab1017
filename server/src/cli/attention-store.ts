import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";

/** @returns whether this very call closed it. */
export async function closeCase(
  tx: Transaction,
  caseId: string,
  at: Date,
): Promise<"closed" | "alreadyClosed" | "unknown"> {
  const closed = await sql`
    UPDATE attention_case SET closed_at = ${at}
    WHERE case_id::text = ${caseId} AND closed_at IS NULL RETURNING case_id`.execute(tx);
  if (closed.rows.length === 1) return "closed";
  const known = await sql`SELECT FROM attention_case WHERE case_id::text = ${caseId}`.execute(tx);
  return known.rows.length === 1 ? "alreadyClosed" : "unknown";
}
