import { sql } from "./sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createStorageWatch } from "./storage-watch.ts";
import { connectDatabase } from "./database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const at = Date.parse("2026-11-23T12:00:00Z");

describe("[G-4] storage", () => {
  it("has free space until a statement fails for lack of space, and again half a minute later", async () => {
    let now = at;
    const watch = createStorageWatch({ folder: null, clock: { now: () => new Date(now) } });
    const database = connectDatabase({ connection: db.connection, onQueryError: watch.noteError });
    await expect(sql`SELECT 1 / 0`.execute(database)).rejects.toThrow("division by zero");
    expect(await watch.hasFreeSpace()).toBe(true);
    const full = sql`DO $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`;
    await expect(full.execute(database)).rejects.toThrow("no space");
    expect(await watch.hasFreeSpace()).toBe(false);
    now += 29_999;
    expect(await watch.hasFreeSpace()).toBe(false);
    now += 1;
    expect(await watch.hasFreeSpace()).toBe(true);
    await database.destroy();
  });

  it("has no free space if the disk of an embedded database is almost full", async () => {
    let free = 64 * 1024 ** 2;
    const watch = createStorageWatch({
      folder: "/data",
      clock: { now: () => new Date(at) },
      free: async () => free,
    });
    expect(await watch.hasFreeSpace()).toBe(true);
    free -= 1;
    expect(await watch.hasFreeSpace()).toBe(false);
  });
});
