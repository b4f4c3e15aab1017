import { Writable } from "node:stream";
import { login, loginInfo } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "./index.ts";
import { manualClock, systemClock } from "#platform/time/clock.ts";
import { createLog } from "#platform/logging/log.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, encryptPassword, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await sharedTestDatabase();
});
afterAll(() => db.close());

const loginLimits = { loginsPerMinuteAccount: 10, loginsPerMinuteAddress: 100 };
const from = (ip: string, language = "en_US") => ({ "x-forwarded-for": ip, lang: language });

async function openLimited() {
  const clock = manualClock(new Date("2026-11-21T08:00:10Z"));
  const { http } = await openTestHttp(db.database, { clock, loginLimits });
  const manager = newManager();
  await createAccount(db.database, clock, manager);
  return { clock, http, manager };
}

describe("attempts at a login", () => {
  it("[LOGIN-2] are limited to ten per minute and account, after which even the correct password must wait", async () => {
    const { clock, http, manager } = await openLimited();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(
        (await tryLogin(http, manager.loginName, "wrong-password", from(`198.51.100.${attempt}`))).code,
      ).toBe(20101);
    }
    expect(await tryLogin(http, manager.loginName, manager.password, from("198.51.100.99"))).toMatchObject({
      status: 200,
      code: 20103,
      message: "Too many attempts, please try again in 50 seconds",
      data: { retryAfterSeconds: 50 },
    });
    clock.advance(50_000);
    expect((await tryLogin(http, manager.loginName, manager.password, from("198.51.100.99"))).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-2] do not block the owner at a known address while a stranger guesses", async () => {
    const { clock, http, manager } = await openLimited();
    const home = from("203.0.113.7");
    expect((await tryLogin(http, manager.loginName, manager.password, home)).code).toBe(200);
    clock.advance(60_000);
    for (let attempt = 1; attempt <= 15; attempt += 1) {
      await tryLogin(http, manager.loginName, "wrong-password", from("198.51.100.200"));
    }
    expect((await tryLogin(http, manager.loginName, manager.password, from("198.51.100.200"))).code).toBe(
      20103,
    );
    expect((await tryLogin(http, manager.loginName, manager.password, home)).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-2] are limited for an unknown name like for a known name", async () => {
    const { http } = await openLimited();
    const codes: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      codes.push((await tryLogin(http, "no.such.manager", "wrong-password", from("198.51.100.30"))).code);
    }
    expect(codes).toEqual([...Array<number>(10).fill(20101), 20103]);
    await http.close();
  });

  it("[LOGIN-2] are limited even in parallel, and to a hundred per minute and address", async () => {
    const { http, manager } = await openLimited();
    const secret = await encryptPassword(http, "wrong-password");
    const attempts = await Promise.all(
      Array.from({ length: 40 }, () =>
        call(http, login, { account: manager.loginName, ...secret }, from("198.51.100.40")),
      ),
    );
    expect(attempts.filter(({ code }) => code !== 20103)).toHaveLength(10);
    const others = await Promise.all(
      Array.from({ length: 70 }, (_, i) =>
        call(http, login, { account: `spray.${i}`, ...secret }, from("198.51.100.40")),
      ),
    );
    expect(others.filter(({ code }) => code === 20103)).toHaveLength(10);
    await http.close();
  });
});

describe("login names", () => {
  it("[LOGIN-2] match an account in either case and width of ASCII letters, and share one limit, but match no other letters", async () => {
    const { http } = await openLimited();
    const manager = newManager({ loginName: `kiki.${process.pid}` });
    await createAccount(db.database, systemClock, manager);
    const spelling = (i: string, k: string) => manager.loginName.replaceAll("i", i).replaceAll("k", k);
    // U+0130 and U+0131 become "i" with some functions that convert to lower case.
    const foreign = [spelling("\u0130", "k"), spelling("\u0131", "k"), spelling("i\u0307", "k")];
    const wide = spelling("\uFF49", "\uFF2B");
    expect((await tryLogin(http, wide, manager.password, from("198.51.100.49"))).code).toBe(200);
    for (const [index, name] of foreign.entries())
      expect(
        (await tryLogin(http, name, manager.password, from(`198.51.100.${index + 50}`))).code,
        name,
      ).toBe(20101);

    const codes: number[] = [];
    const spellings = [
      manager.loginName,
      spelling("I", "K"),
      spelling("I", "k"),
      spelling("i", "K"),
      wide,
      ...foreign,
    ];
    for (let attempt = 0; attempt < 80; attempt += 1) {
      const name = spellings[attempt % spellings.length] ?? "";
      const { code } = await tryLogin(
        http,
        name,
        "wrong-password",
        from(`198.51.100.${100 + (attempt % 50)}`),
      );
      if (!foreign.includes(name)) codes.push(code);
    }
    // Of ten attempts per minute, the successful login was one.
    expect(codes.filter((code) => code !== 20103)).toHaveLength(9);
    await http.close();
  });
});

describe("a browser that logged in before", () => {
  const browser = "0123456789abcdef0123456789abcdef";
  const logInFrom = async (
    http: Awaited<ReturnType<typeof openLimited>>["http"],
    { loginName, password }: { loginName: string; password: string },
    ip: string,
  ) =>
    call(http, login, { account: loginName, ...(await encryptPassword(http, password)), browser }, from(ip));

  it("[LOGIN-2] can log in while others guess, both from a new address and from the address of the guesser", async () => {
    const { clock, http, manager } = await openLimited();
    expect((await logInFrom(http, manager, "203.0.113.7")).code).toBe(200);
    clock.advance(60_000);
    for (let attempt = 0; attempt < 110; attempt += 1)
      await tryLogin(
        http,
        attempt < 15 ? manager.loginName : `spray.${attempt}`,
        "wrong-password",
        from("198.51.100.200"),
      );
    expect((await tryLogin(http, manager.loginName, manager.password, from("203.0.113.99"))).code).toBe(
      20103,
    );
    expect((await logInFrom(http, manager, "203.0.113.99")).code).toBe(200);
    expect((await logInFrom(http, manager, "198.51.100.200")).code).toBe(200);
    await http.close();
  });

  it("[LOGIN-2] has a separate limit of ten attempts per minute, and is unknown to other accounts", async () => {
    const { clock, http, manager } = await openLimited();
    const other = newManager();
    await createAccount(db.database, clock, other);
    expect((await logInFrom(http, manager, "203.0.113.8")).code).toBe(200);
    clock.advance(60_000);
    const guess = async (of: typeof manager) =>
      (await logInFrom(http, { ...of, password: "wrong-password" }, "203.0.113.9")).code;
    const codes: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) codes.push(await guess(manager));
    expect(codes).toEqual([...Array<number>(10).fill(20101), 20103]);
    for (let attempt = 0; attempt < 10; attempt += 1)
      await tryLogin(http, other.loginName, "wrong-password", from("198.51.100.77"));
    expect(await guess(other)).toBe(20103);
    await http.close();
  });
});

describe("the log and the database", () => {
  it("[LOGIN-1] contain no passwords, tokens, nonces, or ciphertexts of logins", async () => {
    const lines: string[] = [];
    const log = createLog(
      "trace",
      new Writable({
        write(chunk, _encoding, done) {
          lines.push((chunk as Buffer).toString());
          done();
        },
      }),
    );
    const { http } = await openTestHttp(db.database, { log });
    const manager = newManager({ password: "unmistakable-secret-77" });
    await createAccount(db.database, systemClock, manager);
    const secret = await encryptPassword(http, manager.password);
    const { data } = await call(http, login, { account: manager.loginName, ...secret });
    await call(http, loginInfo, undefined, { "access-token": data.token });
    await http.inject({ url: `/api/nowhere?token=${data.token}`, headers: { "access-token": data.token } });
    await http.inject({
      method: "POST",
      url: "/api/web/api/v1/login/login",
      payload: '{"password": "broken',
    });
    const written = lines.join("");
    expect(lines.length).toBeGreaterThan(3);
    for (const text of [manager.password, data.token, secret.password]) expect(written).not.toContain(text);

    const stored = await sql<{ text: string }>`
      SELECT string_agg(s::text, ' ') || (SELECT string_agg(a::text, ' ') FROM account a) AS text
      FROM session s`.execute(db.owner);
    expect(stored.rows[0]?.text).not.toContain(data.token);
    expect(stored.rows[0]?.text).not.toContain(manager.password);
    await http.close();
  });
});
