import type { Querier } from "#platform/postgres/database.ts";

/** A query that returns no rows where the guarantee holds. */
export interface AuditQuery {
  /** Id of the guarantee in the design's list, e.g. `G-1`. */
  readonly guarantee: string;
  readonly name: string;
  /** The guarantee in words. */
  readonly holds: string;
  readonly offenders: { execute(db: Querier): Promise<{ rows: Record<string, unknown>[] }> };
}
