import { loginDevices, logout } from "@reposo/contract/sessions/login.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "#features/login/index.ts";
import { manualClock } from "#platform/time/clock.ts";
import { call, newManager, openTestHttp, tryLogin } from "#test/clients/http-client.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { deviceOf } from "./user-agent-rules.ts";

const clock = manualClock(new Date("2026-11-23T04:00:00Z"));
let db: TestDatabase;
let http: Awaited<ReturnType<typeof openTestHttp>>["http"];
beforeAll(async () => {
  db = await sharedTestDatabase();
  ({ http } = await openTestHttp(db.database, { clock }));
});
afterAll(async () => {
  await http.close();
  await db.close();
});

const agents = {
  chromeOnAndroid:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  safariOnIphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
};

it("[SES-6] lists the device that is logged in, which another login replaces and a logout removes", async () => {
  const manager = newManager();
  await createAccount(db.database, clock, manager);
  const logIn = async (userAgent: string) => {
    const reply = await tryLogin(http, manager.loginName, manager.password, { "user-agent": userAgent });
    return { "access-token": reply.data.token };
  };
  const phone = await logIn(agents.safariOnIphone);
  expect((await call(http, loginDevices, undefined, phone)).data).toEqual([
    { browser: "Safari", platform: "iPhone", since: "2026-11-23T04:00:00.000Z", notified: false },
  ]);
  clock.advance(60_000);
  const other = await logIn(agents.chromeOnAndroid);
  expect((await call(http, loginDevices, undefined, phone)).code).toBe(20109);
  const { data } = await call(http, loginDevices, undefined, other);
  expect(data).toMatchObject([{ browser: "Chrome", platform: "Android", since: "2026-11-23T04:01:00.000Z" }]);
  await call(http, logout, undefined, other);
  const again = await logIn("");
  const left = await call(http, loginDevices, undefined, again);
  expect(left.data).toMatchObject([{ browser: null, platform: null }]);
});

it.each([
  [agents.chromeOnAndroid, "Chrome", "Android"],
  [agents.safariOnIphone, "Safari", "iPhone"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge",
    "Windows",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox", "Mac"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari",
    "Mac",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; 2201117TG Build/TKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49",
    "WeChat",
    "Android",
  ],
  ["curl/8.5.0", null, null],
])("[SES-6] describes %s in words", (userAgent, browser, platform) => {
  expect(deviceOf(userAgent)).toEqual({ browser, platform });
});
