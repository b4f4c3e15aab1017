import { sql } from "./sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeOutlet } from "#test/app/network-factory.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type DeferredRows, transact } from "./unit-of-work.ts";

let test: TestDatabase;
let written: string[][];
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  written = [];
});

const noStatement = sql`SELECT 1`;
const events: DeferredRows<string> = {
  stage: "events",
  statement(rows) {
    written.push(["events", ...rows]);
    return rows.includes("broken") ? sql`SELECT 1 / 0` : noStatement;
  },
};
const moves: DeferredRows<string> = {
  stage: "orderMoves",
  statement(rows) {
    written.push(["moves", ...rows]);
    return noStatement;
  },
  onWritten: (uow) => uow.defer(events, ["published by moves"]),
};
const auditEntries: DeferredRows<string> = {
  stage: "auditEntries",
  statement: () => sql`CREATE TEMPORARY TABLE kept (by text)`,
};

describe("a unit of work", () => {
  it("writes deferred rows before the commit, one statement per kind, in a fixed order", async () => {
    await transact(test.database, async (uow) => {
      uow.defer(events, ["a"]);
      uow.defer(moves, ["b"]);
      uow.defer(moves, ["c"]);
      expect(written).toEqual([]);
    });
    expect(written).toEqual([
      ["moves", "b", "c"],
      ["events", "a", "published by moves"],
    ]);
  });

  it("writes deferred rows when it is flushed", async () => {
    await transact(test.database, async (uow) => {
      uow.defer(events, ["a"]);
      await uow.flush();
      expect(written).toEqual([["events", "a"]]);
    });
    expect(written).toHaveLength(1);
  });

  it("writes nothing when the work fails", async () => {
    const failing = transact(test.database, async (uow) => {
      uow.defer(events, ["never"]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(written).toEqual([]);
  });

  it("is rolled back if a deferred statement fails after the commit was sent", async () => {
    const tableOid = sql<{ kept: string | null }>`SELECT to_regclass('kept')::text AS kept`;
    const failing = transact(test.owner, async (uow) => {
      uow.defer(auditEntries, ["a"]);
      uow.defer(events, ["broken"]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    expect((await tableOid.execute(test.owner)).rows).toEqual([{ kept: null }]);
  });

  it("fails if the work ignores a failed statement", async () => {
    const hiding = transact(test.database, (uow) =>
      sql`SELECT 1 / 0`.execute(uow).then(
        () => "fine",
        () => "hidden",
      ),
    );
    await expect(hiding).rejects.toThrow("rolled back");
    expect(await transact(test.database, async () => "again")).toBe("again");
  });

  it("releases its connection after success and failure, and is retried after a deadlock", async () => {
    const small = test.database;
    let attempts = 0;
    const again = await transact(small, async (uow) => {
      attempts += 1;
      if (attempts < 3)
        await sql`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`.execute(uow);
      return attempts;
    });
    expect(again).toBe(3);
    const many = Array.from({ length: 60 }, (_, n) =>
      transact(small, async (uow) => {
        if (n % 2 === 0) throw new Error("no");
        const { rows } = await sql<{ n: number }>`SELECT ${n}::integer AS n`.execute(uow);
        return rows[0]?.n;
      }).catch(() => null),
    );
    expect(await Promise.all(many)).toEqual(many.map((_, n) => (n % 2 === 0 ? null : n)));
  });

  it("uses generic plans, except for bulk work", async () => {
    const settings = sql<{ plan: string; hash: string; level: string }>`
      SELECT current_setting('plan_cache_mode') AS plan, current_setting('enable_hashjoin') AS hash,
        current_setting('transaction_isolation') AS level`;
    const within = await transact(test.database, (uow) => settings.execute(uow));
    expect(within.rows).toEqual([{ plan: "force_generic_plan", hash: "off", level: "read committed" }]);
    const bulk = await transact(test.database, (uow) => settings.execute(uow), { bulk: true });
    expect(bulk.rows).toEqual([{ plan: "auto", hash: "on", level: "read committed" }]);
    const outside = await settings.execute(test.database);
    expect(outside.rows).toEqual([{ plan: "auto", hash: "on", level: "read committed" }]);
  });

  it("[HOME-1] reads one snapshot of the database, and writes nothing, if it is only for consistent reads", async () => {
    const counted = sql<{ outlets: number }>`SELECT count(*) AS outlets FROM outlet`;
    await transact(
      test.database,
      async (uow) => {
        const { outlets } = await counted.firstRow(uow);
        await makeOutlet(test.owner);
        expect(await counted.firstRow(uow)).toEqual({ outlets });
        expect(await counted.firstRow(test.database)).toEqual({ outlets: outlets + 1 });
      },
      { snapshot: true },
    );
    const writing = transact(test.database, (uow) => sql`DELETE FROM live_event`.execute(uow), {
      snapshot: true,
    });
    await expect(writing).rejects.toThrow("read-only transaction");
  });
});
