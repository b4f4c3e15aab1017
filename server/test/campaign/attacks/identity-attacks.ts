import { constants, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { guestLogin, login, loginInfo, logout, publicKey } from "@reposo/contract/sessions/login.ts";
import { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { createAccount, issueTicket } from "#features/login/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { newManager } from "#test/clients/http-client.ts";
import { sql } from "#platform/postgres/sql.ts";
import { attempt, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";

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
    return attempt(count, async (index) => {
      const altered = Buffer.from(guest, "base64url");
      const at = index % altered.length;
      altered[at] = (altered[at] as number) ^ (1 + (index % 255));
      const forms = [randomBytes(32), randomBytes(60), altered];
      const token = (forms[index % forms.length] as Buffer).toString("base64url");
      const from = 100 + (index % 50);
      const path = index % 2 === 0 ? loginInfo.path : ownOrders.path;
      return (await client.send({ path: `/api${path}`, token, from })).code === 200;
    });
  },
};

/** Uses stolen tokens of sessions that their managers have ended. */
export const useEndedTokens: Attack = {
  name: "stolen tokens of ended sessions",
  async run({ client, own, test }, count) {
    const managers = await Promise.all(
      Array.from({ length: 10 }, () => makeManager(test.owner, { outletIds: [own.outlet.outletId] })),
    );
    for (const { token } of managers) {
      const before = await client.send({ path: `/api${loginInfo.path}`, token, from: 250 });
      if (before.code !== 200) throw new Error(`a valid token is refused: ${before.text}`);
      await client.call(logout.path, {}, { token, from: 250 });
    }
    return attempt(count, async (index) => {
      const token = managers[index % managers.length]?.token;
      const from = 250 + (index % 50);
      const path = index % 2 === 0 ? loginInfo.path : ownOrders.path;
      return (await client.send({ path: `/api${path}`, token, from })).code === 200;
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
      return (
        issued === token || (await client.send({ path: `/api${loginInfo.path}`, token, from })).code === 200
      );
    }),
};

/** Sends tokens only; each row that the server stores for a guest without an order counts as accepted. */
export const floodGuests: Attack = {
  name: "guests without orders stored",
  async run(world, count) {
    const before = await countRows(world);
    const { attempts } = await attempt(count, async (index) => {
      await world.client.call(guestLogin.path, {}, { from: 300 + (index % 20) });
      return false;
    });
    return { attempts, accepted: (await countRows(world)) - before };
  },
};

/** Guesses a manager's password from many addresses; guesses that are checked beyond ten per minute count as accepted. */
export const guessPasswords: Attack = {
  name: "passwords guessed beyond the account's limit",
  async run({ client, test }, count) {
    const account = await sql<{ login_name: string }>`SELECT login_name FROM account`.firstRow(test.owner);
    const limitPerMinute = 10;
    const minuteNow = () => Math.floor(Date.now() / 60_000);
    const startMinute = minuteNow();
    let checked = 0;
    const { attempts } = await attempt(count, async (index) => {
      const from = 400 + (index % 100);
      const key = dataOf(publicKey, await client.send({ path: `/api${publicKey.path}`, from }));
      const fields = {
        account: account.login_name,
        password: randomBytes(256).toString("base64"),
        keyId: key.keyId,
      };
      const { code } = await client.call(login.path, fields, { from });
      if (code === 200) throw new Error("a guessed password opened a session");
      // Any response except a refusal by the limit means that the server checked the password.
      if (code !== resultCodes.tooManyTries && code !== resultCodes.rateLimited) checked += 1;
      return false;
    });
    const minutes = 1 + minuteNow() - startMinute;
    return { attempts, accepted: Math.max(0, checked - minutes * limitPerMinute) };
  },
};

/** Replays, from many addresses, the ciphertext of a correct password that has already opened a session. */
export const replayLogins: Attack = {
  name: "login ciphertexts replayed",
  async run({ client, test }, count) {
    const manager = newManager();
    await createAccount(test.owner, systemClock, manager);
    const key = dataOf(publicKey, await client.send({ path: `/api${publicKey.path}`, from: 500 }));
    const publicKeyOf = createPublicKey({
      key: Buffer.from(key.publicKey, "base64"),
      format: "der",
      type: "spki",
    });
    const text = Buffer.from(JSON.stringify({ password: manager.password, nonce: key.nonce }));
    const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
    const password = publicEncrypt({ key: publicKeyOf, ...padding }, text).toString("base64");
    const fields = { account: manager.loginName, password, keyId: key.keyId };
    dataOf(login, await client.call(login.path, fields, { from: 500 }));
    return attempt(count, async (index) => {
      const from = 501 + (index % 50);
      return (await client.call(login.path, fields, { from })).code === 200;
    });
  },
};

/** Uses one return ticket of a payment in many browsers; grants after the first count as accepted. */
export const reuseTickets: Attack = {
  name: "return tickets of a payment reused by other browsers",
  async run({ client, own, test }, count) {
    const ticket = await transact(test.database, (uow) => issueTicket(uow, systemClock, own.orderId));
    await attempt(1 + count, async (index) => {
      await client.call(guestLogin.path, { ticket }, { from: 560 + (index % 40) });
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
      const { status, code } = await client.send({ path: spelled, headers, from: 600 });
      if (status !== 429 && code !== resultCodes.rateLimited) admitted += 1;
      return false;
    });
    if (admitted === 0) throw new Error("no call was admitted at all");
    // An address's window begins with its first call.
    const windows = 1 + Math.floor((Date.now() - startMs) / 60_000);
    return { attempts, accepted: Math.max(0, admitted - windows * limitPerMinute) };
  },
};
