import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openSilentLink, type SilentLink } from "#test/network/silent-link.ts";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { connectDatabase, type Database } from "./database.ts";
import { isDatabaseUnavailable, UnknownOutcomeError } from "./database-errors.ts";
import { openSnapshot } from "./snapshot.ts";
import { sql } from "./sql.ts";
import { transact } from "./unit-of-work.ts";
import { withClient } from "./with-client.ts";

let test: TestDatabase;
let link: SilentLink;
let database: Database;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const connection = () => ({
  ...test.connection,
  host: "127.0.0.1",
  port: link.port,
  user: applicationRole,
});

beforeEach(async () => {
  link = await openSilentLink({ path: join(inject("postgres").host, ".s.PGSQL.5432") });
  database = connectDatabase({
    connection: connection(),
    poolSize: 4,
    connectMs: 10_000,
    statementMs: 1_000,
  });
  // Opens all connections of the pool.
  await Promise.all(Array.from({ length: 4 }, () => sql`SELECT pg_sleep(0.1)`.execute(database)));
});
afterEach(async () => {
  await link.close();
  await database.destroy();
});

const one = sql<{ one: number }>`SELECT 1 AS one`;
/** Limit of a test; without deadlines of the client, nothing would end before it. */
const timeout = 30_000;

describe("[READY-2] a database whose open connections went silent", { timeout }, () => {
  it("fails the waiting statements as unavailable, and serves the next ones on new connections", async () => {
    expect(link.forwarding()).toBe(4);
    link.silenceOpen();
    const error: unknown = await one.execute(database).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    // The three other connections were idle; without being closed, each would hold a statement until its deadline.
    for (let count = 0; count < 4; count += 1)
      await expect.poll(() => one.rows(database).catch(String)).toEqual([{ one: 1 }]);
    expect(link.forwarding()).toBe(1);
  });

  it("repeats a transaction that was not committed, and ends the silent one in PostgreSQL", async () => {
    let attempts = 0;
    const result = await transact(database, async (uow) => {
      attempts += 1;
      await sql`SELECT pg_advisory_xact_lock(1)`.execute(uow);
      if (attempts === 1) link.silenceOpen();
      return one.rows(uow);
    });
    // PostgreSQL has not learnt that the client is gone, so only its own timeout has released the lock.
    expect([attempts, result]).toEqual([2, [{ one: 1 }]]);
  });

  it("does not repeat a transaction whose commit may have been executed", async () => {
    let attempts = 0;
    const committing = transact(database, async (uow) => {
      attempts += 1;
      await one.execute(uow);
      link.silenceOpen();
    });
    await expect(committing).rejects.toThrow(UnknownOutcomeError);
    expect(attempts).toBe(1);
  });

  it("refuses new connections within the deadline while they are silent too, and recovers afterwards", async () => {
    link.setSilent(true);
    for (let count = 0; count < 2; count += 1) {
      const error: unknown = await one.execute(database).catch((reason: unknown) => reason);
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    link.setSilent(false);
    await expect.poll(() => one.rows(database).catch(String)).toEqual([{ one: 1 }]);
  });

  it("does not hold a command or the start of a server, whose clients are not in the pool", async () => {
    const working = withClient({ ...connection(), query_timeout: 500 }, async (client) => {
      link.silenceOpen();
      await client.query("SELECT 1");
    });
    await expect(working).rejects.toThrow("timeout");
    link.setSilent(true);
    await expect(withClient(connection(), async () => {})).rejects.toThrow("timeout");
  });
});

describe("[READY-2] a slow statement", { timeout }, () => {
  it("is cancelled by PostgreSQL before the client's deadline, and keeps its connection", async () => {
    const slow = sql`SELECT pg_sleep(60)`.execute(database);
    await expect(slow).rejects.toThrow("statement timeout");
    expect(link.forwarding()).toBe(4);
  });

  it("of an export may take longer", async () => {
    const snapshot = await openSnapshot(database, new AbortController().signal);
    await sql`SELECT pg_sleep(4)`.execute(snapshot.db);
    await snapshot.close();
    expect(link.forwarding()).toBe(4);
  });
});
