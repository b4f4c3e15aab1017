import { createPrivateKey, randomBytes, randomUUID } from "node:crypto";
import { languages, tokenExpiredPhrases } from "@reposo/contract/text/languages.ts";
import { guestLogin, login, loginInfo, logout, publicKey } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, disableAccount, enableAccount, setPassword } from "./index.ts";
import { manualClock, systemClock } from "#platform/time/clock.ts";
import { createKeyCipher } from "#platform/keys/key-cipher.ts";
import { call, encryptPassword, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { factoryStart, makeCustomer, makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { createLoginKeys } from "./passwords/login-keys.ts";
import { insertRows } from "#test/database/insert-rows.ts";

let db: TestDatabase;
let http: Awaited<ReturnType<typeof openTestHttp>>["http"];

beforeAll(async () => {
  db = await sharedTestDatabase();
  ({ http } = await openTestHttp(db.database));
});
afterAll(async () => {
  await http.close();
  await db.close();
});

async function makeAccount(account = newManager()) {
  const created = await createAccount(db.database, systemClock, account);
  if (created.kind !== "created") throw new Error(created.kind);
  return { ...account, accountId: created.accountId };
}
const asToken = (token: string, language = "en_US") => ({ "access-token": token, lang: language });

describe("login", () => {
  it("[LOGIN-1] opens a session with the password encrypted under the server's key", async () => {
    const manager = await makeAccount();
    const answer = await tryLogin(http, manager.loginName.toUpperCase(), manager.password);
    expect(answer).toMatchObject({ status: 200, code: 200 });
    expect(Buffer.from(answer.data.token, "base64url")).toHaveLength(32);
    const days = (Date.parse(answer.data.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it("[LOGIN-1] stores passwords as Argon2id hashes with 19 MiB and 2 passes, each with its own salt", async () => {
    const accounts = [await makeAccount(newManager()), await makeAccount(newManager())];
    const stored = await sql<{ password_hash: string }>`
      SELECT password_hash FROM account
      WHERE account_id = ANY (${accounts.map(({ accountId }) => accountId)})`.rows(db.owner);
    const hashes = stored.map(({ password_hash }) => password_hash);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(new Set(hashes.map((hash) => hash.split("$")[4])).size).toBe(2);
  });

  it("[LOGIN-1] accepts a ciphertext only once, even if it is sent concurrently", async () => {
    const manager = await makeAccount();
    const secret = await encryptPassword(http, manager.password);
    const request = { account: manager.loginName, ...secret };
    const answers = await Promise.all(Array.from({ length: 16 }, () => call(http, login, request)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 20104)).toHaveLength(15);
    expect((await call(http, login, request)).code).toBe(20104);
  });

  it("[LOGIN-1] rejects an unknown key, an invalid ciphertext, and a nonce of another issuer", async () => {
    const manager = await makeAccount();
    const { keyId, password } = await encryptPassword(http, manager.password);
    const attempt = (fields: object) =>
      call(http, login, { account: manager.loginName, keyId, password, ...fields });
    expect((await attempt({ keyId: randomUUID() })).code).toBe(20104);
    expect((await attempt({ password: randomBytes(256).toString("base64") })).code).toBe(20104);
    expect((await attempt({ password: "%%%" })).code).toBe(20104);
    expect((await attempt({})).code).toBe(200);
  });

  it("[LOGIN-1] rejects a nonce after five minutes and a key after a day, and purges both", async () => {
    const clock = manualClock(new Date("2127-01-01T00:00:00Z"));
    const { http: later, feature } = await openTestHttp(db.database, { clock });
    const manager = await makeAccount();
    const secret = await encryptPassword(later, manager.password);
    clock.advance(5 * 60_000 + 1);
    expect((await call(later, login, { account: manager.loginName, ...secret })).code).toBe(20104);
    clock.advance(24 * 3_600_000);
    const next = await encryptPassword(later, manager.password);
    expect(next.keyId).not.toBe(secret.keyId);
    await feature.purgeExpired();
    const stored = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM login_key WHERE key_id = ${secret.keyId}`.execute(db.owner);
    expect(stored.rows[0]?.n).toBe(0);
    await later.close();
  });

  it("[LOGIN-1] [KEY-1] stores private keys encrypted, and creates a new key if the key-encryption key was lost", async () => {
    const manager = await makeAccount();
    const { keyId } = await encryptPassword(http, manager.password);
    const stored = await sql<{ sealed: Buffer }>`
      SELECT sealed_private_key AS sealed FROM login_key WHERE key_id = ${keyId}`.execute(db.owner);
    const sealed = stored.rows[0]?.sealed as Buffer;
    expect(() => createPrivateKey({ key: sealed, format: "der", type: "pkcs8" })).toThrow(Error);
    expect(testCipher.open(sealed, `login_key:${keyId}`)).not.toBeNull();

    const cipher = createKeyCipher(randomBytes(32));
    const keys = createLoginKeys({ database: db.database, clock: systemClock, cipher });
    const other = await keys.issue();
    expect(other.keyId).not.toBe(keyId);
    expect((await keys.issue()).keyId).toBe(other.keyId);
    expect(await keys.open(keyId, ["AAAA"])).toEqual([]);
  });

  it("[LOGIN-1] shares its keys between servers, even if they start at the same time", async () => {
    const servers = await Promise.all([openTestHttp(db.database), openTestHttp(db.database)]);
    const manager = await makeAccount();
    const [one, two] = servers.map((server) => server.http);
    if (!one || !two) throw new Error("two servers");
    const [first, second] = await Promise.all([
      call(one, publicKey, undefined),
      call(two, publicKey, undefined),
    ]);
    expect(first?.data.keyId).toBe(second?.data.keyId);
    const secret = await encryptPassword(one, manager.password);
    expect((await call(two, login, { account: manager.loginName, ...secret })).code).toBe(200);
    await Promise.all([one.close(), two.close()]);
  });

  it("[LOGIN-2] responds in the same way to a wrong account and a wrong password", async () => {
    const manager = await makeAccount();
    const wrong = await tryLogin(http, manager.loginName, "not-the-password");
    const unknown = await tryLogin(http, "nobody.at.all", "not-the-password");
    const { headers: _a, ...wrongBody } = wrong;
    const { headers: _b, ...unknownBody } = unknown;
    expect(wrongBody).toEqual(unknownBody);
    expect(wrong).toMatchObject({
      code: 20101,
      message: "User name does not exist or password is wrong",
      data: null,
    });
  });

  it("[LOGIN-2] takes as long for an unknown account as for a wrong password", async () => {
    const manager = await makeAccount();
    const timeOf = async (account: string) => {
      const secret = await encryptPassword(http, "not-the-password");
      const startMs = performance.now();
      await call(http, login, { account, ...secret });
      return performance.now() - startMs;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    await timeOf("nobody.to.warm.up");
    // The measurements alternate, so that a slow moment of the machine affects both.
    for (let round = 0; round < 15; round += 1) {
      times.known.push(await timeOf(manager.loginName));
      times.unknown.push(await timeOf(`nobody.${round}`));
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    const ratio = median(times.unknown) / median(times.known);
    // The bounds are wide because the machine may be busy; a response without hashing would take a twentieth
    // of the time.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("[LOGIN-3] [WHO-1] [WHO-3] rejects an operator, but only after the correct password", async () => {
    const operator = await makeAccount({ ...newManager(), kind: "operator" });
    expect((await tryLogin(http, operator.loginName, "not-the-password")).code).toBe(20101);
    expect(await tryLogin(http, operator.loginName, operator.password)).toMatchObject({
      code: 20102,
      message: "This account cannot be logged in here, enter the outlet manager's account",
    });
  });

  it("[LOGIN-4] tells the earlier session in each language that another login has ended it", async () => {
    const manager = await makeAccount();
    const first = await tryLogin(http, manager.loginName, manager.password);
    const second = await tryLogin(http, manager.loginName, manager.password);
    for (const language of languages) {
      const replaced = await call(http, loginInfo, undefined, asToken(first.data.token, language));
      expect(replaced).toMatchObject({ status: 200, code: 20109 });
      expect(replaced.message).toContain(tokenExpiredPhrases[language]);
    }
    expect((await call(http, loginInfo, undefined, asToken(second.data.token))).code).toBe(200);
  });

  it("[LOGIN-4] [G-10] leaves one active session after 64 simultaneous logins", async () => {
    const manager = await makeAccount();
    const secrets = await Promise.all(
      Array.from({ length: 64 }, () => encryptPassword(http, manager.password)),
    );
    const answers = await Promise.all(
      secrets.map((secret) => call(http, login, { account: manager.loginName, ...secret })),
    );
    expect(answers.every(({ code }) => code === 200)).toBe(true);
    const codes = await Promise.all(
      answers.map(async ({ data }) => (await call(http, loginInfo, undefined, asToken(data.token))).code),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 20109)).toHaveLength(63);
  });

  it("[SES-3] rejects a disabled account at the login and at the next call of its session", async () => {
    const manager = await makeAccount();
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect(await disableAccount(db.database, systemClock, manager.loginName)).toBe("disabled");
    expect(await call(http, loginInfo, undefined, asToken(data.token))).toMatchObject({
      code: 30107,
      message: "This account has been disabled",
    });
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(30107);
    expect((await tryLogin(http, manager.loginName, "not-the-password")).code).toBe(20101);
    expect(await disableAccount(db.database, systemClock, manager.loginName)).toBe("alreadyDisabled");
  });

  it("[SES-3] accepts an enabled account again, while its ended sessions stay ended", async () => {
    const manager = await makeAccount();
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    await disableAccount(db.database, systemClock, manager.loginName);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => enableAccount(db.database, systemClock, manager.loginName)),
    );
    expect(outcomes.filter((outcome) => outcome === "enabled")).toHaveLength(1);
    expect(await call(http, loginInfo, undefined, asToken(data.token))).toMatchObject({
      code: 401,
      message: "Please log in again",
    });
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(200);
    expect(await enableAccount(db.database, systemClock, "nobody.at.all")).toBe("unknown");
  });

  it("[SES-4] [G-10] rejects the token of a session that was logged out", async () => {
    const manager = await makeAccount();
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect(await call(http, logout, undefined, asToken(data.token))).toMatchObject({ code: 200, data: null });
    const after = await call(http, loginInfo, undefined, asToken(data.token));
    expect(after).toMatchObject({ code: 401, message: "Please log in again" });
  });

  it("[SES-4] ends all sessions of a customer who logs out of one, regardless of their order", async () => {
    const openGuest = async (token?: string) =>
      (await call(http, guestLogin, undefined, token === undefined ? {} : asToken(token))).data.token;
    const first = await openGuest();
    const second = await openGuest(first);
    const third = await openGuest(second);
    const otherGuest = await openGuest();
    expect((await call(http, logout, undefined, asToken(second))).code).toBe(200);
    for (const token of [first, second, third])
      expect((await call(http, loginInfo, undefined, asToken(token))).code).toBe(401);
    expect((await call(http, loginInfo, undefined, asToken(otherGuest))).code).toBe(200);
  });

  it("[SES-3] ends the sessions of an account whose password was set", async () => {
    const manager = await makeAccount();
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect(await setPassword(db.database, systemClock, manager.loginName, "another-horse-2")).toBe("changed");
    expect((await call(http, loginInfo, undefined, asToken(data.token))).code).toBe(401);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(20101);
    expect((await tryLogin(http, manager.loginName, "another-horse-2")).code).toBe(200);
  });
});

describe("the holder of a token", () => {
  it("[SES-2] [USER-1] gets a manager's name, phone number, permissions, and outlets", async () => {
    const manager = await makeAccount();
    const outletId = await makeOutlet(db.owner, { name: "Ayala Malls" });
    await insertRows(db.owner, "outlet_manager", [{ outlet_id: outletId, account_id: manager.accountId }]);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect((await call(http, loginInfo, undefined, asToken(data.token))).data).toEqual({
      id: manager.accountId,
      kind: "outletManager",
      name: "Maria Santos",
      phone: "+63 917 000 0000",
      permissions: [...manager.permissions],
      country: "PH",
      currency: "PHP",
      timeZone: "Asia/Manila",
      passwordExpiresAt: null,
      outlets: [{ areaId: outletId, areaName: "Ayala Malls" }],
    });
  });

  it("[SES-3] gets null from login-info if the user was deleted, and 401 from other operations", async () => {
    const manager = await makeAccount();
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    await sql`UPDATE account SET deleted_at = now() WHERE account_id = ${manager.accountId}`.execute(
      db.owner,
    );
    expect(await call(http, loginInfo, undefined, asToken(data.token))).toMatchObject({
      code: 200,
      data: null,
    });
    expect((await call(http, logout, undefined, asToken(data.token))).code).toBe(401);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(20101);
  });

  it("[WHO-2] is purged as a guest whose sessions have expired, unless the guest has orders or feedback", async () => {
    const [deleted, stored] = [await makeCustomer(db.owner), await makeCustomer(db.owner)];
    const author = await makeCustomer(db.owner);
    const outletId = await makeOutlet(db.owner);
    const deviceId = await makeDevice(db.owner, { outletId });
    const { customerId } = stored.caller;
    const orderId = await makeOrder(db.owner, { deviceId, outletId, customerId, status: "completed" });
    await sql`
      INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, problem, abnormal,
        media_count, state, created_at)
      VALUES (gen_random_uuid(), 'FB-0000-0001', ${orderId}, ${outletId}, ${deviceId},
        ${author.caller.customerId}, 'other', '', 0, 'sent', ${factoryStart})`.execute(db.owner);
    const known = async () => {
      const ids = [deleted.caller.customerId, customerId, author.caller.customerId];
      const rows = await sql<{ customer_id: string }>`
        SELECT customer_id FROM customer
        WHERE customer_id = ANY (${ids})`.rows(db.owner);
      return new Set(rows.map((row) => row.customer_id));
    };
    const later = manualClock(new Date("2027-11-21T08:00:00Z"));
    const { feature } = await openTestHttp(db.database, { clock: later });
    await feature.purgeExpired();
    expect((await known()).size).toBe(3);
    await sql`UPDATE session SET expires_at = ${factoryStart} WHERE customer_id IS NOT NULL`.execute(
      db.owner,
    );
    await feature.purgeExpired();
    expect(await known()).toEqual(new Set([customerId, author.caller.customerId]));
  });

  it("[WHO-2] stays the same customer with a new token, unless the old token is invalid", async () => {
    const first = await call(http, guestLogin, undefined);
    const again = await call(http, guestLogin, undefined, asToken(first.data.token));
    const ids = await Promise.all(
      [first, again].map(
        async ({ data }) => (await call(http, loginInfo, undefined, asToken(data.token))).data?.id,
      ),
    );
    expect(ids[0]).toBe(ids[1]);
    const stale = randomBytes(32).toString("base64url");
    expect((await call(http, guestLogin, undefined, asToken(stale))).code).toBe(200);
  });
});
