import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

/** The numbers of the chairs that stand at an outlet now, disabled ones too. */
export async function deviceIdsOf(db: Querier, outletId: string): Promise<string[]> {
  const found = await sql<{ device_id: string }>`
    SELECT device_id FROM device WHERE outlet_id = ${outletId} ORDER BY device_id`.execute(db);
  return found.rows.map((row) => row.device_id);
}
