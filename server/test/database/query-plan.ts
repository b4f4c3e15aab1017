import { expect } from "vitest";
import type { Database, Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Statement } from "#platform/postgres/sql.ts";

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Tuples Inserted"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Index Cond"?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plan of the one statement that `read` sends, as PostgreSQL executed it. */
export async function planOf(database: Database, read: (db: Database) => Promise<unknown>): Promise<Plan[]> {
  const sent: Statement[] = [];
  await read({
    ...database,
    query(text, values = []) {
      sent.push({ text, values: [...values] });
      return database.query(text, values);
    },
  });
  expect(sent).toHaveLength(1);
  const [statement] = sent as [(typeof sent)[number]];
  return explain(database, statement);
}

/** The plans of all statements that `write` sends, which are executed once, as they are explained. */
export async function plansOf(
  uow: UnitOfWork,
  write: (uow: UnitOfWork) => Promise<unknown>,
): Promise<Plan[][]> {
  const plans: Plan[][] = [];
  await write({
    ...uow,
    async query(text, values = []) {
      plans.push(await explain(uow, { text, values: [...values] }));
      return { command: "EXPLAIN", rows: [], rowCount: 0 };
    },
  });
  return plans;
}

async function explain(db: Querier, { text, values }: Statement): Promise<Plan[]> {
  const explained = await db.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const [row] = explained.rows as [{ "QUERY PLAN": [{ Plan: Plan }] }];
  return nodesOf(row["QUERY PLAN"][0].Plan);
}

/** Number of blocks of 8 kB that the scans of these tables read, including filtered index entries. */
export const blocksRead = (plan: readonly Plan[], isOf: (relation: string) => boolean): number =>
  plan
    .filter((node) => isOf(node["Relation Name"] ?? ""))
    .reduce((sum, node) => sum + node["Shared Hit Blocks"] + node["Shared Read Blocks"], 0);

/**
 * How many rows of these tables a plan read, whether it used them or not. Entries that an index skips by one of its
 * later columns do not count.
 */
export const rowsRead = (plan: readonly Plan[], isOf: (relation: string) => boolean): number =>
  plan
    .filter((node) => isOf(node["Relation Name"] ?? ""))
    .reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
