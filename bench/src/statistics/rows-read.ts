import type { Database } from "@reposo/server/platform/postgres/database.ts";
import type { Statement } from "@reposo/server/platform/postgres/sql.ts";
import type pg from "pg";

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Returns the number of rows that the scans of a plan read, including the rows that their filters removed. */
function rowsOf(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
  if (plan["Relation Name"] === undefined) return below;
  return below + (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
}

/** Returns the number of rows that the scans of a statement read, according to EXPLAIN ANALYZE. */
export async function rowsRead(client: pg.Client, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  return rows[0] ? Math.round(rowsOf(rows[0]["QUERY PLAN"][0].Plan)) : 0;
}

/**
 * Wraps a database in an object that records every statement. `takeSent` returns the recorded statements and removes
 * them from the record.
 */
export function watchStatements(database: Database) {
  const sent: Statement[] = [];
  const watched: Database = {
    ...database,
    query(text, values = []) {
      sent.push({ text, values: [...values] });
      return database.query(text, values);
    },
  };
  return { watched, takeSent: () => sent.splice(0) };
}
