import { expect } from "vitest";
import type { Database } from "#platform/database.ts";

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Index Cond"?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plan of the one statement that `read` sends, as PostgreSQL carried it out. */
export async function planOf(database: Database, read: (db: Database) => Promise<unknown>): Promise<Plan[]> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  const executor = watched.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  executor.compileQuery = (...args) => {
    const compiled = compile(...args);
    sent.push(compiled);
    return compiled;
  };
  await read(watched);
  expect(sent).toHaveLength(1);
  const [statement] = sent as [(typeof sent)[number]];
  const explained = await database.executeQuery<{ "QUERY PLAN": { Plan: Plan }[] }>({
    ...(statement as Parameters<typeof database.executeQuery>[0]),
    sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.sql}`,
  });
  const [row] = explained.rows as [{ "QUERY PLAN": [{ Plan: Plan }] }];
  return nodesOf(row["QUERY PLAN"][0].Plan);
}
