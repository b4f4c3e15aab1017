import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Stores the ID of the file store unless the database has one. Waits for another server that does the same. */
export async function insertStoreId(uow: UnitOfWork, storeId: string): Promise<boolean> {
  return sql`
    INSERT INTO file_store (store_id) VALUES (${storeId}::uuid) ON CONFLICT (only_row) DO NOTHING
    RETURNING store_id`.hasRows(uow);
}

export async function selectStoreId(uow: UnitOfWork): Promise<string> {
  const { storeId } = await sql<{ storeId: string }>`
    SELECT store_id::text AS "storeId" FROM file_store`.firstRow(uow);
  return storeId;
}
