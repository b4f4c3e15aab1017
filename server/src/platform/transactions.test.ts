import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { type LateRows, transact, writeLate, writeWaiting } from "./transactions.ts";

let test: TestDatabase;
let written: string[][];
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  written = [];
});

const news: LateRows<string> = {
  rank: "news",
  write: async (_db, rows) => void written.push(["news", ...rows]),
};
const moves: LateRows<string> = {
  rank: "moves",
  async write(db, rows) {
    written.push(["moves", ...rows]);
    await writeLate(db, news, ["brought by moves"]);
  },
};

describe("a transaction's late rows", () => {
  it("are written at its end, a kind at a time and in one order, with what they bring", async () => {
    await transact(test.database, async (tx) => {
      await writeLate(tx, news, ["a"]);
      await writeLate(tx, moves, ["b"]);
      await writeLate(tx, moves, ["c"]);
      expect(written).toEqual([]);
    });
    expect(written).toEqual([
      ["moves", "b", "c"],
      ["news", "a", "brought by moves"],
    ]);
  });

  it("are written before they are read back", async () => {
    await transact(test.database, async (tx) => {
      await writeLate(tx, news, ["a"]);
      await writeWaiting(tx);
      expect(written).toEqual([["news", "a"]]);
    });
    expect(written).toHaveLength(1);
  });

  it("are written at once where nobody gathers them, and not at all where the work fails", async () => {
    await test.database.transaction().execute((tx) => writeLate(tx, news, ["at once"]));
    const failing = transact(test.database, async (tx) => {
      await writeLate(tx, news, ["never"]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(written).toEqual([["news", "at once"]]);
  });

  it("look rows up by key, with one plan for all values", async () => {
    const settings = sql<{ plan: string; hash: string; level: string }>`
      SELECT current_setting('plan_cache_mode') AS plan, current_setting('enable_hashjoin') AS hash,
        current_setting('transaction_isolation') AS level`;
    const within = await transact(test.database, (tx) => settings.execute(tx));
    expect(within.rows).toEqual([{ plan: "force_generic_plan", hash: "off", level: "read committed" }]);
    const outside = await settings.execute(test.database);
    expect(outside.rows).toEqual([{ plan: "auto", hash: "on", level: "read committed" }]);
  });
});
