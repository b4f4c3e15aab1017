import { changePassword, loginInfo } from "@reposo/contract/sessions/login.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, setPassword } from "#features/login/index.ts";
import { manualClock, systemClock } from "#platform/time/clock.ts";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, fetchEncryption, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

const dayMs = 86_400_000;
const asToken = (token: string, lang = "en_US") => ({ "access-token": token, lang });

async function openWorld(isInitial: boolean) {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const { http } = await openTestHttp(db.database, { clock });
  const manager = newManager({ isInitial });
  await createAccount(db.database, clock, manager);
  const change = async (token: string, current: string, next: string, lang?: string) => {
    const { keyId, encrypt } = await fetchEncryption(http);
    const secrets = { keyId, currentPassword: encrypt(current), newPassword: encrypt(next) };
    return call(http, changePassword, secrets, asToken(token, lang));
  };
  const infoOf = (token: string) => call(http, loginInfo, undefined, asToken(token));
  return { clock, http, manager, change, infoOf };
}

describe("an initial password", () => {
  it("[LOGIN-6] opens sessions that end with it, and is refused after seven days, in every language", async () => {
    const { clock, http, manager, infoOf } = await openWorld(true);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    const expiresAt = "2026-11-28T08:00:00.000Z";
    expect(data).toMatchObject({ expiresAt, passwordExpiresAt: expiresAt });
    expect((await infoOf(data.token)).data).toMatchObject({ passwordExpiresAt: expiresAt });
    clock.advance(7 * dayMs - 1);
    expect((await infoOf(data.token)).code).toBe(200);
    clock.advance(1);
    expect((await infoOf(data.token)).code).toBe(401);
    for (const lang of languages)
      expect(await tryLogin(http, manager.loginName, manager.password, { lang })).toMatchObject({
        code: 20107,
        message: messageOf("passwordExpired", lang),
      });
    // The response to a wrong password must not reveal that the password has expired.
    expect((await tryLogin(http, manager.loginName, "not-the-password")).code).toBe(20101);
    await setPassword(db.database, clock, manager.loginName, "another-horse-2");
    expect((await tryLogin(http, manager.loginName, "another-horse-2")).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-6] no longer expires after the user has replaced it, and the session then lasts 30 days", async () => {
    const { clock, http, manager, change, infoOf } = await openWorld(true);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect((await change(data.token, manager.password, "another-horse-2")).code).toBe(200);
    expect((await infoOf(data.token)).data).toMatchObject({ passwordExpiresAt: null });
    clock.advance(30 * dayMs - 1);
    expect((await infoOf(data.token)).code).toBe(200);
    clock.advance(1);
    expect((await infoOf(data.token)).code).toBe(401);
    expect((await tryLogin(http, manager.loginName, "another-horse-2")).data).toMatchObject({
      passwordExpiresAt: null,
    });
    await http.close();
  });
});

describe("a manager's session", () => {
  it("[SES-5] ends 30 days after its login, although it is used every day", async () => {
    const { clock, http, manager, infoOf } = await openWorld(false);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    for (let day = 1; day < 30; day += 1) {
      clock.advance(dayMs);
      expect((await infoOf(data.token)).code).toBe(200);
    }
    clock.advance(dayMs);
    expect((await infoOf(data.token)).code).toBe(401);
    await http.close();
  });
});

describe("a new password", () => {
  const guessable = ["password1", "Password123!", "qwertyuiop", "P@ssw0rd2024", "aaaaaaaaaa", "reposo2026"];

  it.each(guessable)("[LOGIN-6] is refused if it is a common password: %s", async (next) => {
    const { http, manager, change } = await openWorld(false);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    expect((await change(data.token, manager.password, next)).code).toBe(20108);
    expect((await tryLogin(http, manager.loginName, manager.password)).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-6] is refused if it is the current password, so that an initial password does not become permanent", async () => {
    const { http, manager, change } = await openWorld(true);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    for (const lang of languages)
      expect(await change(data.token, manager.password, manager.password, lang)).toMatchObject({
        code: 20110,
        message: messageOf("passwordUnchanged", lang),
      });
    await http.close();
  });

  it("[LOGIN-6] is refused if it consists of the account's names, in every language", async () => {
    const { http, manager, change } = await openWorld(false);
    const { data } = await tryLogin(http, manager.loginName, manager.password);
    for (const lang of languages)
      expect(await change(data.token, manager.password, `${manager.loginName}1`, lang)).toMatchObject({
        code: 20108,
        message: messageOf("passwordCommon", lang),
      });
    expect((await change(data.token, manager.password, "MariaSantos1")).code).toBe(20108);
    expect((await change(data.token, manager.password, "seven quiet otters")).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-6] is refused if it is common, even when an account is created or reset with it", async () => {
    const manager = newManager({ password: "iloveyou2" });
    expect(await createAccount(db.database, systemClock, manager)).toEqual({
      kind: "refused",
      problem: "passwordGuessable",
    });
    const other = newManager();
    await createAccount(db.database, systemClock, other);
    expect(await setPassword(db.database, systemClock, other.loginName, "iloveyou2")).toBe("guessable");
  });
});
