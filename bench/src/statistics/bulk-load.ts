import type pg from "pg";

/**
 * Drops indexes and constraints before a bulk load, and returns the statements that recreate them. Building an index
 * once takes a fraction of the time of maintaining it row by row. Checking the constraints would take more time than
 * inserting the rows, which satisfy them by construction. Also drops the monthly partitions of the orders, which are
 * still empty: the load creates them again in the transaction that fills them.
 */
export async function dropForBulkLoad(owner: pg.Client): Promise<{
  orderIndexes: readonly string[];
  entryIndexes: readonly string[];
  rollupKeys: readonly string[];
  constraints: readonly string[];
}> {
  const constraints = await dropConstraints(owner, ["orders_id_holds_time", "ledger_entry_order_id_fkey"]);
  const rollupKeys = await dropConstraints(
    owner,
    ["revenue_rollup", "order_rollup", "outlet_rollup", "outlet_order_rollup"].map(
      (table) => `${table}_pkey`,
    ),
  );
  const { rows: months } = await owner.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'orders'::regclass AND inhrelid <> 'orders_outside'::regclass`,
  );
  for (const { name } of months)
    await owner.query(`ALTER TABLE orders DETACH PARTITION ${name}; DROP TABLE ${name}`);
  return {
    orderIndexes: await dropIndexes(owner, "orders"),
    entryIndexes: await dropIndexes(owner, "ledger_entry"),
    rollupKeys,
    constraints,
  };
}

/**
 * Drops the indexes of the table that are not unique, and returns the statements that recreate them. PostgreSQL defines
 * the index of a partitioned table with ONLY. The returned statements omit ONLY, so that they also create the indexes
 * of the partitions.
 */
async function dropIndexes(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  return rows.map((row) => row.definition);
}

/** Drops the constraints; the returned statements recreate checks and foreign keys for later rows only (NOT VALID). */
async function dropConstraints(owner: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; name: string; definition: string; isKey: boolean }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition,
       contype = 'p' AS "isKey"
     FROM pg_constraint WHERE conname = ANY($1) AND conparentid = 0 AND conislocal`,
    [names],
  );
  for (const { table, name } of rows) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows.map(
    ({ table, name, definition, isKey }) =>
      `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}${isKey ? "" : " NOT VALID"}`,
  );
}
