import { sql } from "./sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
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

const nothing = sql`SELECT 1`;
const news: LateRows<string> = {
  rank: "news",
  statement(rows) {
    written.push(["news", ...rows]);
    return rows.includes("broken") ? sql`SELECT 1 / 0` : nothing;
  },
};
const moves: LateRows<string> = {
  rank: "moves",
  statement(rows) {
    written.push(["moves", ...rows]);
    return nothing;
  },
  settle: (db) => writeLate(db, news, ["brought by moves"]),
};
const trail: LateRows<string> = {
  rank: "trail",
  statement: () => sql`CREATE TEMPORARY TABLE kept (by text)`,
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
    await test.database.transaction((tx) => writeLate(tx, news, ["at once"]));
    const failing = transact(test.database, async (tx) => {
      await writeLate(tx, news, ["never"]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(written).toEqual([["news", "at once"]]);
  });

  it("go with their transaction where one of them fails, though its commit is under way already", async () => {
    const isKept = sql<{ kept: string | null }>`SELECT to_regclass('kept')::text AS kept`;
    const failing = transact(test.owner, async (tx) => {
      await writeLate(tx, trail, ["a"]);
      await writeLate(tx, news, ["broken"]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect((await isKept.execute(test.owner)).rows).toEqual([{ kept: null }]);
  });

  it("are not taken for kept where the work hid that a statement had failed", async () => {
    const hiding = transact(test.database, (tx) =>
      sql`SELECT 1 / 0`.execute(tx).then(
        () => "fine",
        () => "hidden",
      ),
    );
    await expect(hiding).rejects.toThrow("rolled back");
    expect(await transact(test.database, async () => "again")).toBe("again");
  });

  it("gives the connection back whatever became of it, and does again what met a deadlock", async () => {
    const small = test.database;
    let tries = 0;
    const again = await transact(small, async (tx) => {
      tries += 1;
      if (tries < 3) await sql`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`.execute(tx);
      return tries;
    });
    expect(again).toBe(3);
    const many = Array.from({ length: 60 }, (_, n) =>
      transact(small, async (tx) => {
        if (n % 2 === 0) throw new Error("no");
        const { rows } = await sql<{ n: number }>`SELECT ${n}::integer AS n`.execute(tx);
        return rows[0]?.n;
      }).catch(() => null),
    );
    expect(await Promise.all(many)).toEqual(many.map((_, n) => (n % 2 === 0 ? null : n)));
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
