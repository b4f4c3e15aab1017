import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export async function unknownOutlets(db: Querier, outletIds: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ outlet_id: string }>`
    SELECT DISTINCT requested.outlet_id FROM unnest(${outletIds}::text[]) AS requested (outlet_id)
    LEFT JOIN outlet o ON o.outlet_id = requested.outlet_id WHERE o.outlet_id IS NULL`.execute(db);
  return new Set(found.rows.map((row) => row.outlet_id));
}

/** Replaces the manager's outlets. Returns whether they have changed. */
export async function setManagedOutlets(
  uow: UnitOfWork,
  accountId: string,
  outletIds: readonly string[],
): Promise<boolean> {
  const removed = await sql`
    DELETE FROM outlet_manager
    WHERE account_id = ${accountId} AND outlet_id <> ALL(${outletIds}::text[]) RETURNING 1`.execute(uow);
  const added = await sql`
    INSERT INTO outlet_manager (outlet_id, account_id)
    SELECT outlet_id, ${accountId} FROM unnest(${outletIds}::text[]) AS managed (outlet_id)
    ON CONFLICT DO NOTHING RETURNING 1`.execute(uow);
  return removed.rows.length + added.rows.length > 0;
}
