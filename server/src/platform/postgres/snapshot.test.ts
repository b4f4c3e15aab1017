import { sql } from "./sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { connectDatabase } from "./database.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openSnapshot } from "./snapshot.ts";
import { insertRows } from "#test/database/insert-rows.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 3 });
});
afterAll(() => test.close());

const numbers = (count: number) => sql<{ n: number }>`SELECT n FROM generate_series(1, ${count}::int) AS n`;
const busy = async () =>
  (
    await sql<{ connections: number }>`
    SELECT count(*) AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
      -- PostgreSQL itself cleans up now and then.
      AND backend_type = 'client backend'`.execute(test.owner)
  ).rows[0]?.connections;

const sleeping = async () =>
  (
    await sql<{ n: number }>`
    SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(test.owner)
  ).rows[0]?.n;

it("[G-9] reads batches of rows and their number from the same snapshot", async () => {
  const count = sql<{ accounts: number }>`SELECT count(*) AS accounts FROM customer`;
  const snapshot = await openSnapshot(test.database, new AbortController().signal);
  await insertRows(test.owner, "customer", [{ customer_id: crypto.randomUUID(), created_at: new Date() }]);
  expect((await count.execute(snapshot.db)).rows).toEqual([{ accounts: 0 }]);
  const seen: number[] = [];
  for await (const rows of snapshot.batches(numbers(1234))) seen.push(...rows.map(({ n }) => n));
  expect(seen).toEqual(Array.from({ length: 1234 }, (_, index) => index + 1));
  await snapshot.close();
  await snapshot.close();
  expect(await busy()).toBe(0);
  expect((await count.execute(test.database)).rows).toEqual([{ accounts: 1 }]);
});

it("releases its connection when it is closed between two batches", async () => {
  for (let round = 0; round < 5; round += 1) {
    const abort = new AbortController();
    const snapshot = await openSnapshot(test.database, abort.signal);
    const batches = snapshot.batches(numbers(100_000));
    await batches.next();
    abort.abort();
    await expect(batches.next()).rejects.toThrow(/abort|closed|cancel|terminat/i);
    await snapshot.close();
  }
  expect(await busy()).toBe(0);
});

it("cancels the running query when its reader aborts", async () => {
  const abort = new AbortController();
  const snapshot = await openSnapshot(test.database, abort.signal);
  const slow = snapshot.batches(sql`SELECT pg_sleep(60)`).next();
  slow.catch(() => {});
  await expect.poll(sleeping).toBe(1);
  const startMs = performance.now();
  abort.abort();
  await expect(slow).rejects.toThrow(/cancel/);
  await snapshot.close();
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expect(await busy()).toBe(0);
});

it("cancels at any moment: before, during, or between statements", {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 120; round += 1) {
    const abort = new AbortController();
    const snapshot = await openSnapshot(test.database, abort.signal);
    const slow = snapshot.batches(sql`SELECT pg_sleep(60)`).next();
    slow.catch(() => {});
    const until = performance.now() + round / 40;
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    if (round % 2 === 0) abort.abort();
    await snapshot.close();
    await expect(slow).rejects.toThrow(/abort|closed|cancel/i);
  }
  expect(await busy()).toBe(0);
});

it("reserves no connection if the signal is already aborted", async () => {
  await expect(openSnapshot(test.database, AbortSignal.abort())).rejects.toThrow(/abort/i);
  expect(await busy()).toBe(0);
});

it("is read-only", async () => {
  const snapshot = await openSnapshot(test.database, new AbortController().signal);
  await expect(sql`DELETE FROM customer`.execute(snapshot.db)).rejects.toThrow(/read-only/);
  await snapshot.close();
});

it("releases its connection when the cancellation fails", async () => {
  // The cancellation needs a second connection, which this pool does not provide.
  const database = connectDatabase({
    connection: { ...test.connection, user: applicationRole },
    poolSize: 1,
    connectMs: 300,
  });
  const abort = new AbortController();
  const snapshot = await openSnapshot(database, abort.signal);
  const slow = snapshot.batches(sql`SELECT pg_sleep(60)`).next();
  slow.catch(() => {});
  await expect.poll(sleeping).toBe(1);
  abort.abort();
  await expect(snapshot.close()).rejects.toThrow(/timeout/);
  expect((await numbers(1).execute(database)).rows).toEqual([{ n: 1 }]);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'
    AND datname = current_database()`.execute(test.owner);
  await expect(slow).rejects.toThrow(/terminat/);
  await database.destroy();
});
