import type { Querier } from "./database.ts";
import { sql, type SqlQuery } from "./sql.ts";

/** A query, and how to convert its rows. Rows may contain only numbers, strings, and booleans, which JSON preserves. */
export interface CombinableQuery<Row extends object, Result> {
  readonly query: SqlQuery<Row>;
  convert(rows: readonly Row[]): Result;
}

export async function read<Row extends object, Result>(
  db: Querier,
  { query, convert }: CombinableQuery<Row, Result>,
): Promise<Result> {
  return convert(await query.rows(db));
}

type Results<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends CombinableQuery<infer _Row, infer Result> ? Result : never;
};

/** Executes the queries as one statement on one snapshot, because a round trip costs more than a short query. */
export async function readCombined<Queries extends Record<string, CombinableQuery<object, unknown>>>(
  db: Querier,
  queries: Queries,
): Promise<Results<Queries>> {
  const all = Object.entries(queries);
  const columns = all.map(
    ([, { query }]) => sql`(SELECT coalesce(json_agg(part), '[]') FROM (${query}) AS part)`,
  );
  const found = await sql<{ parts: string }>`
    SELECT json_build_array(${sql.join(columns)})::text AS parts`.firstRow(db);
  const parts = JSON.parse(found.parts, exactly) as object[][];
  return Object.fromEntries(
    all.map(([name, query], index) => [name, query.convert(parts[index] ?? [])]),
  ) as Results<Queries>;
}

/** Throws a RangeError for an integer beyond the range in which numbers are exact. */
function exactly(_key: string, value: unknown): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`${String(value)} does not fit into a number`);
  return value;
}
