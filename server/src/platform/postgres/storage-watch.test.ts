import { sql } from "./sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { purgeAttempts } from "./attempt-window.ts";
import { createStorageWatch } from "./storage-watch.ts";
import { connectDatabase } from "./database.ts";
import { systemClock } from "#platform/time/clock.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const at = Date.parse("2026-11-23T12:00:00Z");

describe("[G-4] storage", () => {
  it("has no free space after a statement failed for lack of space, until a write succeeds", async () => {
    let now = at;
    let failures = 0;
    const watch = createStorageWatch({
      folder: null,
      clock: { now: () => new Date(now) },
      database: () => database,
    });
    const database = connectDatabase({
      connection: { ...db.connection, user: applicationRole },
      onQueryError: (error) => {
        failures += 1;
        watch.noteError(error);
      },
    });
    const checkAfter = (ms: number) => {
      now += ms;
      return watch.hasFreeSpace();
    };
    await expect(sql`SELECT 1 / 0`.execute(database)).rejects.toThrow("division by zero");
    expect(await watch.hasFreeSpace()).toBe(true);
    const full = sql`BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END`;
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ ${full} $$;`.execute(db.owner);
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON try_window EXECUTE FUNCTION refuse()`.execute(db.owner);
    await expect(sql`DO $$ ${full} $$`.execute(database)).rejects.toThrow("no space");
    expect(await watch.hasFreeSpace()).toBe(false);
    for (let seconds = 10; seconds <= 60; seconds += 10) expect(await checkAfter(10_000)).toBe(false);
    expect(failures).toBe(2 + 6);

    await sql`DROP TRIGGER refuse ON try_window`.execute(db.owner);
    expect(await checkAfter(9_999)).toBe(false);
    now += 1;
    const checks = await Promise.all([watch.hasFreeSpace(), watch.hasFreeSpace()]);
    expect(checks).toEqual([true, true]);
    expect(await watch.hasFreeSpace()).toBe(true);
    const { bytes, writes } = await sql<{ bytes: number; writes: number }>`
      SELECT sum(length(subject))::int AS bytes, count(DISTINCT xmin::text)::int AS writes
      FROM try_window`.firstRow(db.owner);
    expect(bytes).toBeGreaterThan(3 * 8_192);
    expect(writes).toBe(1);
    await purgeAttempts(database, { ...systemClock, now: () => new Date(now + 3_600_000) });
    expect((await sql`SELECT FROM try_window`.execute(db.owner)).rows).toEqual([]);
    await database.destroy();
  });

  it("remains without free space if its write fails for another reason, or a statement fails meanwhile", async () => {
    let now = at;
    const noSpace = Object.assign(new Error("no space left on device"), { code: "53100" });
    let write = async (): Promise<void> => {
      throw new Error("connection lost");
    };
    const watch = createStorageWatch({
      folder: null,
      clock: { now: () => new Date(now) },
      database: () => ({ query: () => write().then(() => ({ rows: [], rowCount: 0, command: "INSERT" })) }),
    });
    watch.noteError(noSpace);
    now += 10_000;
    expect(await watch.hasFreeSpace()).toBe(false);
    write = async () => watch.noteError(noSpace);
    now += 10_000;
    expect(await watch.hasFreeSpace()).toBe(false);
    write = async () => {};
    now += 10_000;
    expect(await watch.hasFreeSpace()).toBe(true);
  });

  it("has no free space if the disk of an embedded database is almost full", async () => {
    let free = 64 * 1024 ** 2;
    const watch = createStorageWatch({
      folder: "/data",
      clock: { now: () => new Date(at) },
      database: () => db.database,
      free: async () => free,
    });
    expect(await watch.hasFreeSpace()).toBe(true);
    free -= 1;
    expect(await watch.hasFreeSpace()).toBe(false);
  });
});
