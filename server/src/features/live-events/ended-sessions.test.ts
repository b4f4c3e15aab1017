import { createHash, randomUUID } from "node:crypto";
import type { Permission } from "@reposo/contract/permissions.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogin, setPassword, storeGuests } from "#features/login/index.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { silentLog } from "#platform/logging/log.ts";
import { type EventClient, followEvents } from "#test/clients/event-client.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { type NetworkServer, startNetworkServer } from "#test/app/network-server.ts";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { publishEvents } from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let server: NetworkServer;

beforeAll(async () => {
  test = await sharedTestDatabase();
  server = await startNetworkServer(test.database);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const hashOf = (token: string) => createHash("sha256").update(token).digest();

const ends = [
  ["logged in elsewhere", sql`ended_at = now(), end_reason = 'loggedInElsewhere'`],
  ["disabled", sql`ended_at = now(), end_reason = 'disabled'`],
  ["logged out", sql`ended_at = now(), end_reason = 'logout'`],
  ["ended by a new password", sql`ended_at = now(), end_reason = 'passwordChanged'`],
  ["expired", sql`expires_at = now()`],
] as const;

it.each(ends)(
  "[LOGIN-4] [SES-3] closes the stream within seconds when its session is %s",
  async (_, change) => {
    const outletId = await makeOutlet(test.owner);
    const { token } = await makeManager(test.owner, { outletIds: [outletId] });
    const other = await makeManager(test.owner, { outletIds: [outletId] });
    const stream = await followEvents(server.origin, token);
    const unaffected = await followEvents(server.origin, other.token);
    await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
    const endedAt = performance.now();
    await sql`UPDATE session SET ${change} WHERE token_hash = ${hashOf(token)}`.execute(test.owner);
    await stream.ended;
    // Sessions are checked every second. The bound allows for a busy machine, and excludes the recheck after 15
    // seconds.
    expect(performance.now() - endedAt).toBeLessThan(10_000);
    let closed = false;
    unaffected.ended.then(
      () => {
        closed = true;
      },
      () => {},
    );
    await transact(test.database, (uow) =>
      publishEvents(uow, { name: "revenue", outletId, subject: outletId, at: server.clock.now() }),
    );
    await unaffected.next(({ name }) => name === "revenue");
    expect(closed).toBe(false);
    unaffected.close();
  },
);

const announceOrders = (outletId: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      transact(test.database, (uow) =>
        publishEvents(uow, { name: "order", outletId, subject: randomUUID(), at: server.clock.now() }),
      ),
    ),
  );

/** Opens streams of two managers, and waits until both have started. */
async function openStreams(permissions?: readonly Permission[]) {
  const outletId = await makeOutlet(test.owner);
  const manager = await makeManager(test.owner, {
    outletIds: [outletId],
    ...(permissions && { permissions }),
  });
  const other = await makeManager(test.owner, { outletIds: [outletId] });
  const stream = await followEvents(server.origin, manager.token);
  const unaffected = await followEvents(server.origin, other.token);
  for (const each of [stream, unaffected])
    await expect.poll(() => each.lastId(), { timeout: 30_000 }).not.toBe("");
  return { outletId, manager, stream, unaffected };
}

async function receivesAll(stream: EventClient, count: number): Promise<void> {
  await expect.poll(() => stream.events.length, { timeout: 30_000 }).toBe(count);
}

it.each(ends.filter(([name]) => name !== "expired"))(
  "[LOGIN-4] [SES-4] delivers no event that was committed after a session was %s",
  async (_, change) => {
    const { outletId, manager, stream, unaffected } = await openStreams();
    await sql`UPDATE session SET ${change} WHERE token_hash = ${hashOf(manager.token)}`.execute(test.owner);
    await announceOrders(outletId, 50);
    await receivesAll(unaffected, 50);
    await stream.ended;
    expect(stream.events).toEqual([]);
    unaffected.close();
  },
);

const openLogin = () =>
  createLogin({
    database: test.database,
    clock: server.clock,
    log: silentLog,
    cipher: testCipher,
    limits: { loginsPerMinuteAccount: 10, loginsPerMinuteAddress: 100 },
  });

it("[SES-4] [LOGIN-5] ends streams after a logout or a new password by the functions of the login", async () => {
  const login = openLogin();
  const first = await openStreams();
  await login.logOut(first.manager.caller, "127.0.0.1");
  await announceOrders(first.outletId, 10);
  await receivesAll(first.unaffected, 10);
  await first.stream.ended;
  expect(first.stream.events).toEqual([]);

  const second = await openStreams();
  const { login_name: name } = await sql<{ login_name: string }>`
    SELECT login_name FROM account
    WHERE account_id = ${second.manager.caller.accountId}`.firstRow(test.owner);
  expect(await setPassword(test.database, server.clock, name, "another-horse-2")).toBe("changed");
  await announceOrders(second.outletId, 10);
  await receivesAll(second.unaffected, 10);
  await second.stream.ended;
  expect(second.stream.events).toEqual([]);
  for (const each of [first, second]) each.unaffected.close();
});

it("[SES-3] [G-9] delivers no events of an outlet or permission that the manager has lost", async () => {
  const { outletId, manager, stream, unaffected } = await openStreams(["home"]);
  const { accountId } = manager.caller;
  await announceOrders(outletId, 1);
  await receivesAll(stream, 1);
  await sql`UPDATE account SET permissions = '{user}' WHERE account_id = ${accountId}`.execute(test.owner);
  await announceOrders(outletId, 5);
  await receivesAll(unaffected, 6);
  expect(stream.events).toHaveLength(1);
  await sql`UPDATE account SET permissions = '{home}' WHERE account_id = ${accountId}`.execute(test.owner);
  await announceOrders(outletId, 1);
  await receivesAll(stream, 2);
  await sql`DELETE FROM outlet_manager WHERE account_id = ${accountId}`.execute(test.owner);
  await announceOrders(outletId, 5);
  await receivesAll(unaffected, 12);
  expect(stream.events).toHaveLength(2);
  for (const each of [stream, unaffected]) each.close();
});

it("[WHO-2] ends the stream of a guest without an order when the token expires after 7 days", async () => {
  const login = openLogin();
  const openGuest = async () => {
    const { token } = await login.openGuestSession({ kind: "anyone" }, undefined);
    const found = await login.authenticate(token);
    if (found.kind !== "valid") throw new Error(found.kind);
    const stream = await followEvents(server.origin, token);
    await expect.poll(() => stream.lastId(), { timeout: 30_000 }).not.toBe("");
    return { token, stream, caller: found.caller };
  };
  const [guest, ordering] = [await openGuest(), await openGuest()];
  await transact(test.database, (uow) => storeGuests(uow, [ordering.caller], server.clock.now()));
  server.advanceTime(7 * 86_400_000);
  expect(await login.authenticate(guest.token)).toEqual({ kind: "unknown" });
  await guest.stream.ended;
  const before = ordering.stream.lastId();
  server.advanceTime(16_000);
  await expect.poll(() => ordering.stream.lastId(), { timeout: 30_000 }).not.toBe(before);
  ordering.stream.close();
});
