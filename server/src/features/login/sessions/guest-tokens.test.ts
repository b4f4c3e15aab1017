import { guestLogin, loginInfo, logout } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import type { CustomerCaller } from "#platform/http/caller.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { issueTicket, storeGuests } from "#features/login/index.ts";
import { endSession, insertCustomerSessions, lockCustomers } from "./session-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const dayMs = 86_400_000;
const asToken = (token: string) => ({ "access-token": token });

async function rowCounts() {
  const counted = await sql<{ customers: number; sessions: number }>`
    SELECT (SELECT count(*)::int FROM customer) AS customers, (SELECT count(*)::int FROM session) AS sessions`.execute(
    db.owner,
  );
  return counted.rows[0];
}

async function openWorld() {
  const clock = manualClock(new Date("2026-11-21T00:00:00Z"));
  const { http, feature } = await openTestHttp(db.database, { clock });
  const openGuest = async (token?: string, ticket?: string) =>
    (await call(http, guestLogin, ticket ? { ticket } : {}, token === undefined ? {} : asToken(token))).data;
  const infoOf = (token: string) => call(http, loginInfo, undefined, asToken(token));
  const callerOf = async (token: string): Promise<CustomerCaller> => {
    const found = await feature.authenticate(token);
    if (found.kind !== "valid" || found.caller.kind !== "customer") throw new Error(found.kind);
    return found.caller;
  };
  const store = async (token: string) => {
    const caller = await callerOf(token);
    await transact(db.database, (uow) => storeGuests(uow, [caller], clock.now()));
  };
  return { clock, http, feature, openGuest, infoOf, callerOf, store };
}

it("[ATTACK-1] writes no rows when guests only request and use tokens", async () => {
  const { openGuest, infoOf } = await openWorld();
  const before = await rowCounts();
  let token: string | undefined;
  for (let opened = 0; opened < 20; opened += 1) {
    ({ token } = await openGuest(opened % 2 === 0 ? undefined : token));
    expect((await infoOf(token)).data).toMatchObject({ kind: "customer", permissions: [], outlets: [] });
  }
  await openGuest(undefined, "an invalid ticket");
  expect(await rowCounts()).toEqual(before);
});

it("[WHO-2] accepts a guest token for 7 days, and after the first order for 180 days from its last use", async () => {
  const { clock, openGuest, infoOf, store } = await openWorld();
  const [early, ordering] = [await openGuest(), await openGuest()];
  expect(early.expiresAt).toBe("2026-11-28T00:00:00.000Z");
  clock.advance(7 * dayMs - 1000);
  const customerId = (await infoOf(ordering.token)).data?.id;
  await store(ordering.token);
  for (const token of [early.token, ordering.token]) expect((await infoOf(token)).code).toBe(200);
  clock.advance(1000);
  expect((await infoOf(early.token)).code).toBe(401);
  for (let use = 0; use < 3; use += 1) {
    clock.advance(179 * dayMs);
    expect((await infoOf(ordering.token)).data).toMatchObject({ id: customerId, kind: "customer" });
  }
  clock.advance(180 * dayMs);
  expect((await infoOf(ordering.token)).code).toBe(401);
});

it("[WHO-2] [G-9] rejects a guest token that was altered or not signed by the server", async () => {
  const { openGuest, infoOf } = await openWorld();
  const { token } = await openGuest();
  const bytes = Buffer.from(token, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] as number) ^ 1;
    expect((await infoOf(altered.toString("base64url"))).code, `byte ${at}`).toBe(401);
  }
  expect((await infoOf(Buffer.alloc(60).toString("base64url"))).code).toBe(401);
  expect((await infoOf(token)).code).toBe(200);
});

it("[SES-4] [G-10] rejects all tokens of a guest who has logged out, even those that are not stored", async () => {
  const { clock, http, feature, openGuest, infoOf } = await openWorld();
  const first = await openGuest();
  clock.advance(2000);
  const second = await openGuest(first.token);
  expect((await call(http, logout, undefined, asToken(first.token))).code).toBe(200);
  for (const { token } of [first, second]) expect((await infoOf(token)).code).toBe(401);
  clock.advance(7 * dayMs - 1);
  await feature.purgeExpired();
  for (const { token } of [first, second]) expect((await infoOf(token)).code).toBe(401);
  clock.advance(2);
  await feature.purgeExpired();
  expect((await infoOf(second.token)).code).toBe(401);
  const left = await sql`SELECT FROM session WHERE customer_id IS NOT NULL AND end_reason = 'logout'`.execute(
    db.owner,
  );
  expect(left.rows).toHaveLength(0);
});

it("[ATTACK-1] limits the logouts of guests without orders per address", async () => {
  const { http, openGuest, infoOf } = await openWorld();
  const codes = [];
  for (let guest = 0; guest < 12; guest += 1) {
    const { token } = await openGuest();
    codes.push((await call(http, logout, undefined, asToken(token))).code);
    if (guest === 11) expect((await infoOf(token)).code).toBe(200);
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(10);
});

it("[WHO-2] stores a guest who redeems a ticket, and at most twenty sessions per customer", async () => {
  const { clock, openGuest, infoOf, callerOf } = await openWorld();
  const outletId = await makeOutlet(db.owner);
  const deviceId = await makeDevice(db.owner, { outletId });
  const orderId = await makeOrder(db.owner, { deviceId, outletId });
  const ticket = await transact(db.database, (uow) => issueTicket(uow, clock, orderId));
  const first = await openGuest(undefined, ticket);
  const caller = await callerOf(first.token);
  expect(caller).toMatchObject({ ticketOrderIds: [orderId] });
  expect(caller.guestTokenExpiresAt).toBeUndefined();
  let latest = first;
  for (let opened = 0; opened < 25; opened += 1) {
    clock.advance(1000);
    latest = await openGuest(latest.token);
  }
  const stored = await sql<Record<string, unknown>>`
    SELECT * FROM session
    WHERE customer_id = ${caller.customerId}`.rows(db.owner);
  expect(stored).toHaveLength(20);
  expect((await infoOf(latest.token)).data).toMatchObject({ id: caller.customerId });
});

it("[WHO-2] stores a guest once if several first orders arrive at the same time", async () => {
  const { clock, callerOf, openGuest } = await openWorld();
  const { token } = await openGuest();
  const caller = await callerOf(token);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      transact(db.database, (uow) => storeGuests(uow, [caller, caller], clock.now())),
    ),
  );
  const stored = await sql<Record<string, unknown>>`
    SELECT * FROM session
    WHERE customer_id = ${caller.customerId}`.rows(db.owner);
  expect(stored).toHaveLength(1);
});

describe("a logout", () => {
  const liveSessionsOf = async (customerId: string) =>
    (await sql`SELECT FROM session WHERE customer_id = ${customerId} AND ended_at IS NULL`.rows(db.database))
      .length;
  const waiting = sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  /** Holds the customer's lock until `other` waits for it, and commits the changes of `change`. */
  async function whileWaiting<T>(
    customerId: string,
    change: (uow: UnitOfWork) => Promise<void>,
    other: () => Promise<T>,
  ): Promise<T> {
    const { ending } = await transact(db.database, async (uow) => {
      await lockCustomers(uow, [customerId]);
      const ending = other();
      await expect.poll(() => waiting.hasRows(db.owner)).toBe(true);
      await change(uow);
      return { ending };
    });
    return ending;
  }

  it("[G-10] also ends a session that is being opened", async () => {
    const { clock, http, openGuest, store, callerOf } = await openWorld();
    const { token } = await openGuest();
    await store(token);
    const { customerId } = await callerOf(token);
    const opened = { customerId, tokenHash: Buffer.alloc(32, 1) };
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + dayMs);
    await whileWaiting(
      customerId,
      (uow) => insertCustomerSessions(uow, [opened], { now, expiresAt }),
      () => call(http, logout, undefined, asToken(token)),
    );
    expect(await liveSessionsOf(customerId)).toBe(0);
  });

  it("[G-10] makes a caller who opens a session at the same time a new guest", async () => {
    const { clock, openGuest, store, callerOf, infoOf } = await openWorld();
    const { token } = await openGuest();
    await store(token);
    const { customerId, tokenHash } = await callerOf(token);
    const opened = await whileWaiting(
      customerId,
      (uow) => endSession(uow, tokenHash, clock.now()),
      () => openGuest(token),
    );
    expect(await liveSessionsOf(customerId)).toBe(0);
    expect((await infoOf(opened.token)).data?.id).not.toBe(customerId);
  });

  it("[G-10] makes a guest without a stored session who refreshes the token at the same time a new guest", async () => {
    const { clock, openGuest, callerOf, infoOf } = await openWorld();
    const { token } = await openGuest();
    const guest = await callerOf(token);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + dayMs);
    const opened = await whileWaiting(
      guest.customerId,
      async (uow) => {
        await insertCustomerSessions(uow, [guest], { now, expiresAt });
        await endSession(uow, guest.tokenHash, now);
      },
      () => {
        clock.advance(1_000);
        return openGuest(token);
      },
    );
    expect((await infoOf(opened.token)).data?.id).not.toBe(guest.customerId);
  });

  it("[G-10] ends the other tokens of a guest, even if an order that stores one is being placed", async () => {
    const { clock, http, openGuest, callerOf, infoOf } = await openWorld();
    // The logouts of the tests above count against the limit of their minute.
    clock.advance(120_000);
    const first = await openGuest();
    const second = await openGuest(first.token);
    const ordering = await callerOf(second.token);
    expect((await call(http, logout, undefined, asToken(first.token))).code).toBe(200);
    await transact(db.database, (uow) => storeGuests(uow, [ordering], clock.now()));
    expect(await liveSessionsOf(ordering.customerId)).toBe(0);
    expect((await infoOf(second.token)).code).toBe(401);
  });
});
