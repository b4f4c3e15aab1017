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

/** Executes the only statement that `read` sends, and returns its plan with actual figures. */
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

/** Executes each statement that `write` sends once, and returns their plans with actual figures. */
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

/** Returns the number of 8 kB blocks that the scans of these tables read, including filtered index entries. */
export const blocksRead = (plan: readonly Plan[], isOf: (relation: string) => boolean): number =>
  plan
    .filter((node) => isOf(node["Relation Name"] ?? ""))
    .reduce((sum, node) => sum + node["Shared Hit Blocks"] + node["Shared Read Blocks"], 0);

/**
 * Returns how many rows of these tables a plan read, whether it used them or not. Index entries that are skipped by a later
 * column of the index do not count.
 */
export const rowsRead = (plan: readonly Plan[], isOf: (relation: string) => boolean): number =>
  plan
    .filter((node) => isOf(node["Relation Name"] ?? ""))
    .reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
