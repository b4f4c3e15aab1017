import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

/**
 * Creates the missing monthly partitions for orders from `first` to `last`. @returns the number of created
 * partitions
 */
export async function createOrderMonths(db: Querier, first: Date, last: Date): Promise<number> {
  const created = await sql<{ months: number }>`
    SELECT make_order_months(${first}, ${last}) AS months`.execute(db);
  return created.rows[0]?.months ?? 0;
}
