import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createSharedTransactions } from "./shared-transactions.ts";
import { sql } from "./sql.ts";
import type { DeferredRows } from "./unit-of-work.ts";

let test: TestDatabase;
let written: string[][];
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  written = [];
});

const rows: DeferredRows<string> = {
  stage: "orders",
  statement(all) {
    written.push([...all]);
    return all.includes("refused") ? sql`SELECT 1 / 0` : sql`SELECT 1`;
  },
};

it("[START-6] writes the rows of units of work that arrive together by one statement, but never two with the same key", async () => {
  const transactTogether = createSharedTransactions(test.database);
  await Promise.all(
    ["a", "b", "a"].map((key, at) =>
      transactTogether(key, async (uow) => uow.defer(rows, [`${key}${String(at)}`])),
    ),
  );
  expect(written).toEqual([["a0", "b1"], ["a2"]]);
});

it("[START-6] executes the others although one unit of work fails in the shared transaction", async () => {
  const transactTogether = createSharedTransactions(test.database);
  const results = await Promise.allSettled(
    ["a", "refused", "b"].map((key) => transactTogether(key, async (uow) => uow.defer(rows, [key]))),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(written).toEqual([["a", "refused", "b"], ["a", "refused"], ["a"], ["refused"], ["b"]]);
});
