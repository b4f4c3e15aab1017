import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export async function orderNumbersOf(db: Querier, orderIds: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ order_id: string; order_number: string }>`
    SELECT order_id, order_number FROM orders WHERE order_id = ANY(${orderIds}::uuid[])`.execute(db);
  return new Map(found.rows.map((row) => [row.order_id, row.order_number]));
}

/** Returns the IDs of an outlet's chairs, including disabled chairs. */
export async function deviceIdsOf(db: Querier, outletId: string): Promise<string[]> {
  const found = await sql<{ device_id: string }>`
    SELECT device_id FROM device WHERE outlet_id = ${outletId} ORDER BY device_id`.execute(db);
  return found.rows.map((row) => row.device_id);
}
