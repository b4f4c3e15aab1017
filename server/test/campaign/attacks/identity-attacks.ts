import { randomBytes } from "node:crypto";
import { guestLogin, login, loginInfo, logout } from "@reposo/contract/sessions/login.ts";
import { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { issueTicket } from "#features/login/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { attempt, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { encryption, logInAs, makeAccount } from "./password-login.ts";
import { placeOrder } from "./payment-attacks.ts";
import { isAccepted, requireCode, requireLimitReached } from "./refusals.ts";

async function countRows({ test }: AttackWorld): Promise<number> {
  const counted = await sql<{ rows: number }>`
    SELECT ((SELECT count(*) FROM customer) + (SELECT count(*) FROM session))::int AS rows`.execute(
    test.owner,
  );
  return counted.rows[0]?.rows as number;
}

/** Sends random tokens of both formats, and altered tokens of a guest. */
export const guessTokens: Attack = {
  name: "tokens guessed or altered",
  async run({ client }, count) {
    const guest = dataOf(guestLogin, await client.call(guestLogin.path, {})).token;
    for (const path of [loginInfo.path, ownOrders.path])
      requireCode(await client.send({ path: `/api${path}`, token: guest }), "ok");
    return attempt(count, async (index) => {
      const altered = Buffer.from(guest, "base64url");
      const at = index % altered.length;
      altered[at] = (altered[at] as number) ^ (1 + (index % 255));
      const forms = [randomBytes(32), randomBytes(60), altered];
      const token = (forms[index % forms.length] as Buffer).toString("base64url");
      const from = 100 + (index % 50);
      const path = index % 2 === 0 ? loginInfo.path : ownOrders.path;
      return isAccepted(await client.send({ path: `/api${path}`, token, from }), "tokenMissing");
    });
  },
};

/** Uses stolen tokens of sessions that their managers have ended. */
export const useEndedTokens: Attack = {
  name: "stolen tokens of ended sessions",
  leaves: ["session.loggedOut"],
  async run({ client, own, test }, count) {
    const managers = await Promise.all(
      Array.from({ length: 10 }, () => makeManager(test.owner, { outletIds: [own.outlet.outletId] })),
    );
    for (const { token } of managers) {
      requireCode(await client.send({ path: `/api${loginInfo.path}`, token, from: 250 }), "ok");
      requireCode(await client.call(logout.path, {}, { token, from: 250 }), "ok");
    }
    return attempt(count, async (index) => {
      const token = managers[index % managers.length]?.token;
      const from = 250 + (index % 50);
      const path = index % 2 === 0 ? loginInfo.path : ownOrders.path;
      return isAccepted(await client.send({ path: `/api${path}`, token, from }), "tokenMissing");
    });
  },
};

/**
 * Opens sessions with a guest's token, and uses them after the guest has logged out with the first token: guests without
 * an order, whose tokens are not stored, and stored customers.
 */
export const useDerivedTokens: Attack = {
  name: "tokens derived from a guest's token, after its logout",
  async run({ client, test }, count) {
    const open = async (from: number, token?: string) =>
      dataOf(guestLogin, await client.call(guestLogin.path, {}, { from, ...(token && { token }) })).token;
    const infoOf = (token: string, from: number) =>
      client.send({ path: `/api${loginInfo.path}`, token, from });
    const idOf = async (token: string, from: number): Promise<string> => {
      const id = dataOf(loginInfo, await infoOf(token, from))?.id;
      if (id === undefined) throw new Error("a token has no owner");
      return id;
    };
    const guests = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const from = 3990 + index;
        const first = index % 2 === 0 ? await open(from) : (await makeCustomer(test.owner)).token;
        // Tokens of one guest that the server signs within the same second are equal.
        const derived = await eventually(async () => {
          const token = await open(from, first);
          if (token === first) throw new Error("the server has not issued another token");
          return token;
        });
        const tokens = [first, derived, await open(from, derived)];
        const customerId = await idOf(first, from);
        for (const token of tokens)
          if ((await idOf(token, from)) !== customerId) throw new Error("a token is of another guest");
        requireCode(await client.call(logout.path, {}, { token: first, from }), "ok");
        return { tokens, customerId };
      }),
    );
    const perKind = 3 * guests.length;
    return attempt(Math.max(count, 2 * perKind), async (index) => {
      const { tokens, customerId } = guests[index % guests.length] as (typeof guests)[number];
      const token = tokens[Math.floor(index / guests.length) % tokens.length] as string;
      const from = 3996 + (index % 40);
      const opensSession = Math.floor(index / perKind) % 2 === 1;
      if (!opensSession) return isAccepted(await infoOf(token, from), "tokenMissing");
      // A session that is opened with an ended token belongs to a new guest.
      return (await idOf(await open(from, token), from)) === customerId;
    });
  },
};

/** Presents a token that the attacker chose to the operation that issues tokens. */
export const fixateTokens: Attack = {
  name: "tokens chosen by the attacker",
  run: ({ client }, count) =>
    attempt(count, async (index) => {
      const token = randomBytes(index % 2 === 0 ? 32 : 60).toString("base64url");
      const from = 200 + (index % 50);
      const issued = dataOf(guestLogin, await client.call(guestLogin.path, {}, { token, from })).token;
      if (issued === token) return true;
      requireCode(await client.send({ path: `/api${loginInfo.path}`, token: issued, from }), "ok");
      return isAccepted(await client.send({ path: `/api${loginInfo.path}`, token, from }), "tokenMissing");
    }),
};

/** Sends tokens only; each row that the server stores for a guest without an order counts as accepted. */
export const floodGuests: Attack = {
  name: "guests without orders stored",
  async run(world, count) {
    const { client, own, test } = world;
    const { token } = dataOf(guestLogin, await client.call(guestLogin.path, {}, { from: 300 }));
    const beforeOrder = await countRows(world);
    const deviceId = await makeDevice(test.owner, own.outlet);
    const fields = { deviceId, priceId: own.outlet.priceIds[0], payType: "online" };
    requireCode(await placeOrder(world, fields, { token, from: 300 }), "ok");
    const before = await countRows(world);
    if (before === beforeOrder) throw new Error("a guest with an order was not stored");
    const { attempts } = await attempt(count, async (index) => {
      requireCode(await client.call(guestLogin.path, {}, { from: 300 + (index % 20) }), "ok");
      return false;
    });
    return { attempts, accepted: (await countRows(world)) - before };
  },
};

/**
 * Guesses a manager's password from many addresses; guesses that are checked beyond ten per minute count as accepted. The
 * owner must still be able to log in at a known address.
 */
export const guessPasswords: Attack = {
  name: "passwords guessed beyond the account's limit",
  leaves: ["login.succeeded", "login.failed", "call.rateLimited"],
  async run(world, count) {
    const { loginName: account, password } = await makeAccount(world);
    const logInAsOwner = async () =>
      requireCode(await logInAs(world, { account, password, from: 399 }), "ok");
    await logInAsOwner();
    const limitPerMinute = 10;
    const minuteNow = () => Math.floor(Date.now() / 60_000);
    const startMinute = minuteNow();
    let checked = 0;
    const { attempts } = await attempt(count, async (index) => {
      const guess = randomBytes(12).toString("base64url");
      const answer = await logInAs(world, { account, password: guess, from: 400 + (index % 100) });
      requireCode(answer, "loginRefused", "tooManyTries");
      if (answer.code === resultCodes.loginRefused) checked += 1;
      return false;
    });
    await logInAsOwner();
    if (checked === 0) throw new Error("no guess was checked at all");
    const minutes = 1 + minuteNow() - startMinute;
    return { attempts, accepted: Math.max(0, checked - minutes * limitPerMinute) };
  },
};

/** Replays, from many addresses, ciphertexts of correct passwords that have already opened a session. */
export const replayLogins: Attack = {
  name: "login ciphertexts replayed",
  async run(world, count) {
    const { client } = world;
    const attempts = Math.min(count, 200);
    // Below the account's limit of ten per minute, which would refuse any login.
    const perAccount = 8;
    const used: object[] = [];
    while (used.length * perAccount < attempts) {
      const { loginName: account, password } = await makeAccount(world);
      const from = 500 + (used.length % 50);
      const { keyId, encrypt } = await encryption(world, from);
      const fields = { account, password: encrypt(password), keyId };
      requireCode(await client.call(login.path, fields, { from }), "ok");
      used.push(fields);
    }
    return attempt(attempts, async (index) => {
      const fields = used[Math.floor(index / perAccount)] as object;
      return isAccepted(await client.call(login.path, fields, { from: 501 + (index % 50) }), "loginKeySpent");
    });
  },
};

/** Uses one return ticket of a payment in many browsers; grants after the first count as accepted. */
export const reuseTickets: Attack = {
  name: "return tickets of a payment reused by other browsers",
  async run({ client, own, test }, count) {
    const ticket = await transact(test.database, (uow) => issueTicket(uow, systemClock, own.orderId));
    await attempt(1 + count, async (index) => {
      requireCode(await client.call(guestLogin.path, { ticket }, { from: 560 + (index % 40) }), "ok");
      return false;
    });
    const { grants } = await sql<{ grants: number }>`
      SELECT count(*)::int AS grants FROM customer_order_grant
      WHERE order_id = ${own.orderId}`.firstRow(test.owner);
    if (grants === 0) throw new Error("the ticket granted nothing at all");
    return { attempts: count, accepted: grants - 1 };
  },
};

/**
 * Calls with alternative spellings of a path, absolute URLs, and headers of an invented proxy, which must count towards
 * the limit of the address.
 */
export const evadeLimits: Attack = {
  name: "calls beyond the address's limit by other spellings or forged proxy headers",
  leaves: ["call.rateLimited"],
  async run({ client }, count) {
    const limitPerMinute = 1200;
    const path = `/api${loginInfo.path}`;
    const spellings = [
      path,
      path.replace("/api", "/%61pi"),
      path.replace("/web", "/we%62"),
      `${path}?a=1`,
      `http://${client.hostname}:${client.port}${path}`,
    ];
    let admitted = 0;
    const startMs = Date.now();
    const { attempts } = await attempt(limitPerMinute + count, async (index) => {
      const spelled = spellings[index % spellings.length] as string;
      const invented = `198.51.${index % 250}.${Math.floor(index / 250)}`;
      const headers = { "x-forwarded-for": invented, "x-real-ip": invented, forwarded: `for=${invented}` };
      const answer = await client.send({ path: spelled, headers, from: 600 });
      // Without a token, a call that is admitted is refused for the lack of it.
      requireCode(answer, "tokenMissing", "rateLimited");
      if (answer.code === resultCodes.tokenMissing) admitted += 1;
      return false;
    });
    requireLimitReached(admitted, limitPerMinute);
    // An address's window begins with its first call.
    const windows = 1 + Math.floor((Date.now() - startMs) / 60_000);
    return { attempts, accepted: Math.max(0, admitted - windows * limitPerMinute) };
  },
};
