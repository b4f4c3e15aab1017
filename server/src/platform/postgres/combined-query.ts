import type { Querier } from "./database.ts";
import { sql, type SqlQuery } from "./sql.ts";

/** A query and what its rows mean. Rows hold numbers, texts and truth values only, which come through JSON whole. */
export interface Reading<Row extends object, Answer> {
  readonly query: SqlQuery<Row>;
  answer(rows: readonly Row[]): Answer;
}

export async function read<Row extends object, Answer>(
  db: Querier,
  { query, answer }: Reading<Row, Answer>,
): Promise<Answer> {
  return answer((await query.execute(db)).rows);
}

type Answers<Readings> = {
  [Name in keyof Readings]: Readings[Name] extends Reading<infer _Row, infer Answer> ? Answer : never;
};

/**
 * Several readings in one statement, and so at one instant. Sending a statement and being woken by its answer costs
 * more than a short one does at either end.
 */
export async function readTogether<Readings extends Record<string, Reading<object, unknown>>>(
  db: Querier,
  readings: Readings,
): Promise<Answers<Readings>> {
  const all = Object.entries(readings);
  const columns = all.map(
    ([, { query }]) => sql`(SELECT coalesce(json_agg(part), '[]') FROM (${query}) AS part)`,
  );
  const found = await sql<{ parts: string }>`
    SELECT json_build_array(${sql.join(columns)})::text AS parts`.execute(db);
  const parts = JSON.parse(found.rows[0]?.parts ?? "[]", exactly) as object[][];
  return Object.fromEntries(
    all.map(([name, reading], index) => [name, reading.answer(parts[index] ?? [])]),
  ) as Answers<Readings>;
}

function exactly(_key: string, value: unknown): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`${String(value)} does not fit into a number`);
  return value;
}
