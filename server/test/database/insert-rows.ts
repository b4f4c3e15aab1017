import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";

/** Inserts rows; all rows must have the columns of the first row. */
export async function insertRows(
  db: Querier,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`
    INSERT INTO ${sql.identifier(table)} (${sql.join(columns.map(sql.identifier))}) VALUES ${sql.join(tuples)}`.execute(
    db,
  );
}
