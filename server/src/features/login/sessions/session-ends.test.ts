import { resultCodes } from "@reposo/contract/result-codes.ts";
import { logout } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { createAccount, disableAccount, setPassword } from "#features/login/index.ts";
import { lockAccount, replacePasswordHash } from "#features/login/accounts/account-store.ts";
import { hashPassword } from "#features/login/passwords/password-hash.ts";
import { manualClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { replaceManagerSession } from "./session-store.ts";
import { hashToken, managerSessionMs, newToken } from "./session-tokens.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { call, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";

const clock = manualClock(new Date());
let db: TestDatabase;
let http: Awaited<ReturnType<typeof openTestHttp>>["http"];
beforeAll(async () => {
  // The file deletes all sessions.
  db = await openTestDatabase();
  ({ http } = await openTestHttp(db.database, { clock }));
});
afterEach(() => sql`TRUNCATE session CASCADE`.execute(db.owner));
afterAll(async () => {
  await http.close();
  await db.close();
});

/** Logs a manager in while the clock is an hour ahead, and then corrects the clock. */
async function loggedInAhead() {
  const manager = newManager();
  const made = await createAccount(db.database, clock, manager);
  if (made.kind !== "created") throw new Error(made.kind);
  clock.advance(3_600_000);
  const { data } = await tryLogin(http, manager.loginName, manager.password);
  clock.advance(-3_600_000);
  return { ...manager, token: data.token };
}

type LoggedIn = Awaited<ReturnType<typeof loggedInAhead>>;

const ends: [string, (manager: LoggedIn) => Promise<unknown>][] = [
  ["that was logged out", ({ token }) => call(http, logout, undefined, { "access-token": token })],
  ["that was replaced by another login", ({ loginName, password }) => tryLogin(http, loginName, password)],
  ["of a disabled account", ({ loginName }) => disableAccount(db.database, clock, loginName)],
  [
    "of an account with a new password",
    ({ loginName }) => setPassword(db.database, clock, loginName, "new-horse-2"),
  ],
];

it.each(ends)(
  "[G-10] ends a session %s no earlier than its last use if the clock was set back",
  async (_, end) => {
    await end(await loggedInAhead());
    const { rows } = await sql`SELECT FROM session WHERE ended_at = last_used_at`.execute(db.database);
    expect(rows).toHaveLength(1);
    expect(await runAudit(db.database)).toEqual([]);
  },
);

/** Returns whether a transaction waits for the lock of an account. */
const isWaiting = () =>
  sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%FROM account%FOR UPDATE%'`.hasRows(db.owner);

const accountEnds: [string, (loginName: string) => Promise<unknown>][] = [
  ["is disabled", (loginName) => disableAccount(db.database, clock, loginName)],
  ["gets a new password", (loginName) => setPassword(db.database, clock, loginName, "new-horse-2")],
];

it.each(accountEnds)(
  "[G-10] ends the session of a login that is committed while the account %s",
  async (_, end) => {
    const manager = newManager();
    const made = await createAccount(db.database, clock, manager);
    if (made.kind !== "created") throw new Error(made.kind);
    const { ending } = await transact(db.database, async (uow) => {
      await lockAccount(uow, made.accountId);
      const ending = end(manager.loginName);
      await expect.poll(isWaiting).toBe(true);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + managerSessionMs);
      const opened = { tokenHash: hashToken(newToken()), now, expiresAt };
      await replaceManagerSession(uow, made.accountId, opened, { browser: null, platform: null });
      return { ending };
    });
    await ending;
    const live = sql`SELECT FROM session WHERE account_id = ${made.accountId} AND ended_at IS NULL`;
    expect(await live.hasRows(db.database)).toBe(false);
  },
);

it("[LOGIN-1] [G-10] refuses the old password if the account gets a new one after it was verified", async () => {
  const manager = newManager();
  const made = await createAccount(db.database, clock, manager);
  if (made.kind !== "created") throw new Error(made.kind);
  const { accountId } = made;
  const passwordHash = await hashPassword("new-horse-2");
  const { attempt } = await transact(db.database, async (uow) => {
    await lockAccount(uow, accountId);
    const attempt = tryLogin(http, manager.loginName, manager.password);
    await expect.poll(isWaiting).toBe(true);
    const at = clock.now();
    const change = { accountId, passwordHash, expiresAt: null, at, actor: "test", retainedSession: null };
    await replacePasswordHash(uow, change);
    return { attempt };
  });
  expect((await attempt).code).toBe(resultCodes.loginRefused);
  const opened = sql`SELECT FROM session WHERE account_id = ${accountId}`;
  expect(await opened.hasRows(db.database)).toBe(false);
});

it("[LOGIN-4] keeps the reason of an ended session when its manager logs in again", async () => {
  const manager = newManager();
  await createAccount(db.database, clock, manager);
  const { data } = await tryLogin(http, manager.loginName, manager.password);
  await call(http, logout, undefined, { "access-token": data.token });
  for (let login = 0; login < 2; login += 1) await tryLogin(http, manager.loginName, manager.password);
  const ended = await sql<{ reason: string }>`
    SELECT end_reason AS reason FROM session WHERE ended_at IS NOT NULL`.rows(db.database);
  expect(ended.map(({ reason }) => reason).toSorted()).toEqual(["loggedInElsewhere", "logout"]);
});
