import type { Querier } from "#platform/postgres/database.ts";

/** One question to the database that a sound one answers with no rows. */
export interface AuditQuery {
  /** Id of the guarantee in the design's list, e.g. `G-1`. */
  readonly guarantee: string;
  readonly name: string;
  /** What holds where no row comes back. */
  readonly holds: string;
  readonly offenders: { execute(db: Querier): Promise<{ rows: Record<string, unknown>[] }> };
}
