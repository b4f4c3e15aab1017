import type { Querier } from "#platform/postgres/database.ts";

/** A query that returns no rows where the guarantee holds. */
export interface AuditQuery {
  /** ID of the guarantee, e.g. `G-1`. */
  readonly guarantee: string;
  readonly name: string;
  /** Text of the guarantee. */
  readonly holds: string;
  readonly violations: { execute(db: Querier): Promise<{ rows: Record<string, unknown>[] }> };
}
