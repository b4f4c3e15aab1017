import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

/** Makes the months that orders of [first, last] go into, where there are none yet. @returns how many it made */
export async function makeOrderMonths(db: Querier, first: Date, last: Date): Promise<number> {
  const made = await sql<{ months: number }>`
    SELECT make_order_months(${first}, ${last}) AS months`.execute(db);
  return made.rows[0]?.months ?? 0;
}
