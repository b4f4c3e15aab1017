import type { Querier } from "#platform/postgres/database.ts";

/** A query that returns one row per violation, and no rows if the guarantee holds. */
export interface AuditQuery {
  /** ID of the guarantee, e.g. `G-1`. */
  readonly guarantee: string;
  readonly name: string;
  /** The statement that the audit checks, as the operator reads it. */
  readonly holds: string;
  readonly violations: { execute(db: Querier): Promise<{ rows: Record<string, unknown>[] }> };
}
