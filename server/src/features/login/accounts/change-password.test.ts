import { changePassword, login, loginInfo } from "@reposo/contract/sessions/login.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, disableAccount, setPassword } from "#features/login/index.ts";
import { manualClock, systemClock } from "#platform/time/clock.ts";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, fetchEncryption, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";

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

const asToken = (token: string, lang = "en_US") => ({ "access-token": token, lang });
const next = "new-horse-2";

async function openManager() {
  const manager = newManager();
  const made = await createAccount(db.database, systemClock, manager);
  if (made.kind !== "created") throw new Error(made.kind);
  const { data } = await tryLogin(http, manager.loginName, manager.password);
  return { ...manager, accountId: made.accountId, token: data.token };
}

async function secretsOf(current: string, wanted: string, server = http) {
  const { keyId, encrypt } = await fetchEncryption(server);
  return { keyId, currentPassword: encrypt(current), newPassword: encrypt(wanted) };
}

const change = async (token: string, current: string, wanted: string, lang?: string) =>
  call(http, changePassword, await secretsOf(current, wanted), asToken(token, lang));

const auditTrailOf = async (accountId: string) =>
  (
    await sql<{ actor: string }>`SELECT actor FROM audit_entry
      WHERE subject = ${accountId} AND action = 'account.passwordChanged'`.execute(db.database)
  ).rows.map(({ actor }) => actor);

describe("a manager's own password", () => {
  it("[LOGIN-5] is changed with the current password, and the session that changed it continues", async () => {
    const manager = await openManager();
    expect(await change(manager.token, manager.password, next)).toMatchObject({ code: 200, data: null });
    expect((await call(http, loginInfo, undefined, asToken(manager.token))).code).toBe(200);
    expect(await auditTrailOf(manager.accountId)).toEqual([`manager:${manager.accountId}`]);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(20101);
    expect((await tryLogin(http, manager.loginName, next)).code).toBe(200);
  });

  it.each(languages)("[LOGIN-5] is not changed if the current password is wrong, in %s", async (language) => {
    const manager = await openManager();
    expect(await change(manager.token, "not-the-password", next, language)).toMatchObject({
      status: 200,
      code: 20105,
      message: messageOf("passwordWrong", language),
    });
    expect(await auditTrailOf(manager.accountId)).toEqual([]);
    expect((await call(http, loginInfo, undefined, asToken(manager.token))).code).toBe(200);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(200);
  });

  it.each(["1234567", '"'.repeat(65)])("[LOGIN-5] cannot be %j, which violates the rules", async (wanted) => {
    const manager = await openManager();
    expect((await change(manager.token, manager.password, wanted)).code).toBe(20106);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(200);
  });

  it("[LOGIN-5] is changed only once by its two ciphertexts, which must have the same nonce", async () => {
    const manager = await openManager();
    const secrets = await secretsOf(manager.password, next);
    const others = await secretsOf(manager.password, next);
    const send = (fields: object) =>
      call(http, changePassword, { ...secrets, ...fields }, asToken(manager.token));
    expect((await send({ newPassword: others.newPassword })).code).toBe(20104);
    expect((await send({ newPassword: "AAAA" })).code).toBe(20104);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({})));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 20104)).toHaveLength(7);
    const replayed = { account: manager.loginName, keyId: secrets.keyId, password: secrets.newPassword };
    expect((await call(http, login, replayed)).code).toBe(20104);
    expect(await auditTrailOf(manager.accountId)).toHaveLength(1);
  });

  it("[LOGIN-5] is changed once by eight simultaneous changes with the same current password", async () => {
    const manager = await openManager();
    const wanted = Array.from({ length: 8 }, (_, index) => `parallel-horse-${index}`);
    const answers = await Promise.all(wanted.map((one) => change(manager.token, manager.password, one)));
    const winners = wanted.filter((_, index) => answers[index]?.code === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 20105)).toHaveLength(7);
    expect((await tryLogin(http, manager.loginName, winners[0] ?? "")).code).toBe(200);
  });

  it("[LOGIN-5] [LOGIN-4] leaves one active session if a login happens concurrently, and an ended session changes nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const manager = await openManager();
      const [changed, loggedIn] = await Promise.all([
        change(manager.token, manager.password, next),
        tryLogin(http, manager.loginName, manager.password),
      ]);
      // The request that was processed second found the effect of the first.
      expect([
        [200, 20101],
        [20109, 200],
      ]).toContainEqual([changed.code, loggedIn.code]);
      const live = await sql`SELECT FROM session
        WHERE account_id = ${manager.accountId} AND ended_at IS NULL`.execute(db.database);
      expect(live.rows).toHaveLength(1);
    }
  });

  it("[LOGIN-5] [SES-3] cannot be changed in a session that has ended", async () => {
    const [first, disabled, reset] = [await openManager(), await openManager(), await openManager()];
    await tryLogin(http, first.loginName, first.password);
    expect((await change(first.token, first.password, next)).code).toBe(20109);
    await disableAccount(db.database, systemClock, disabled.loginName);
    expect((await change(disabled.token, disabled.password, next)).code).toBe(30107);
    await setPassword(db.database, systemClock, reset.loginName, "operators-horse-3");
    expect((await change(reset.token, reset.password, next)).code).toBe(401);
  });

  it("[LOGIN-5] [LOGIN-2] can be tried ten times per minute, without counting as login attempts", async () => {
    const clock = manualClock(new Date("2126-11-21T08:00:10Z"));
    const limits = { loginsPerMinuteAccount: 10, loginsPerMinuteAddress: 100 };
    const { http: limited } = await openTestHttp(db.database, { clock, loginLimits: limits });
    const manager = newManager();
    await createAccount(db.database, clock, manager);
    const { data } = await tryLogin(limited, manager.loginName, manager.password);
    const guess = async (current: string) =>
      call(limited, changePassword, await secretsOf(current, next, limited), asToken(data.token));
    for (let attempt = 1; attempt <= 10; attempt += 1)
      expect((await guess(`guess-number-${attempt}`)).code).toBe(20105);
    expect(await guess(manager.password)).toMatchObject({ code: 20103, data: { retryAfterSeconds: 50 } });
    expect((await call(limited, loginInfo, undefined, asToken(data.token))).code).toBe(200);
    clock.advance(50_000);
    expect((await guess(manager.password)).code).toBe(200);
    expect((await tryLogin(limited, manager.loginName, next)).code).toBe(200);
    await limited.close();
  });
});
