import { sql } from "#platform/postgres/sql.ts";
import type { Transaction } from "#platform/postgres/database.ts";

/** Lets the rest of a transaction write orders as they stand, without their way along the graph; only an owner may. */
export async function importOrders(tx: Transaction): Promise<void> {
  await sql`SET LOCAL ROLE NONE`.execute(tx);
  await sql`SET LOCAL reposo.importing_orders = 'on'`.execute(tx);
}
