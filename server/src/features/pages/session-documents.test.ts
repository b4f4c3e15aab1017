import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { incomeToday } from "@reposo/contract/revenue/revenue.ts";
import { guestLogin, loginInfo, logout } from "@reposo/contract/sessions/login.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount, setPassword } from "#features/login/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { call, newManager, tryLogin } from "#test/clients/http-client.ts";
import { openDocument } from "#test/clients/open-document.ts";

let world: OrderApp;
let outletId: string;

beforeAll(async () => {
  world = await openOrderApp({ PUBLIC_URL: "https://chairs.example", PAYMENT_SIMULATED_CONFIRMED: "on" });
  outletId = await makeOutlet(world.owner, { name: "Atrium" });
});
afterAll(() => world.close());

const home = "/pages/home/home";
const headersOf = (token: string) => ({ "access-token": token });

/** The cookie that a response sets. */
function cookieOf({ headers }: { headers: Record<string, unknown> }) {
  const cookie = headers["set-cookie"];
  const [pair = "", ...attributes] = typeof cookie === "string" ? cookie.split("; ") : [];
  const [name, value] = pair.split("=");
  const maxAge = Number(attributes.find((one) => one.startsWith("Max-Age="))?.slice("Max-Age=".length));
  return { name, value, maxAge, attributes };
}
const days = (seconds: number): number => seconds / 86_400;

const open = (path: string, token: string | null, options: Record<string, string> = {}) =>
  openDocument(world.http, path, token, options);

const addManager = (permissions?: readonly ("home" | "details")[]) =>
  makeManager(world.owner, { outletIds: [outletId], ...(permissions && { permissions }) });

describe("[SES-1] the cookie of the session", () => {
  it("is set by a login, cannot be read by scripts, and expires with the token", async () => {
    const account = newManager();
    await createAccount(world.owner, world.clock, account);
    const answer = await tryLogin(world.http, account.loginName, account.password);
    const { name, value, maxAge, attributes } = cookieOf(answer);
    expect([name, value]).toEqual(["reposo.session", answer.data.token]);
    expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "SameSite=Lax", "Secure"]));
    expect(days(maxAge)).toBeCloseTo(30, 2);
    expect(cookieOf(await tryLogin(world.http, account.loginName, "wrong")).name).toBe("");
  });

  it("expires with an initial password", async () => {
    const account = newManager();
    await createAccount(world.owner, world.clock, account);
    const password = `${account.password} initial`;
    expect(await setPassword(world.owner, world.clock, account.loginName, password)).toBe("changed");
    const answer = await tryLogin(world.http, account.loginName, password);
    expect(days(cookieOf(answer).maxAge)).toBeCloseTo(7, 1);
  });

  it("[WHO-2] is set for a customer, unless a manager's token is in use", async () => {
    const guest = await call(world.http, guestLogin, {});
    expect(cookieOf(guest).value).toBe(guest.data.token);
    expect(days(cookieOf(guest).maxAge)).toBeCloseTo(7, 2);
    const { token } = await addManager();
    expect(cookieOf(await call(world.http, guestLogin, {}, headersOf(token))).name).toBe("");
  });

  it("[WHO-2] is extended by each document of a customer, as the session is", async () => {
    const { token } = await makeCustomer(world.owner);
    const { value, maxAge } = cookieOf(await open("/pages/err/err", token));
    expect([value, Math.round(days(maxAge))]).toEqual([token, 180]);
    const guest = (await call(world.http, guestLogin, {})).data.token;
    expect(days(cookieOf(await open("/pages/err/err", guest)).maxAge)).toBeCloseTo(7, 2);
    const manager = await addManager();
    expect(cookieOf(await open(home, manager.token)).name).toBe("");
  });

  it("[SES-4] is deleted by a logout, also if the session has ended before", async () => {
    const { token } = await addManager();
    for (const code of [200, 401]) {
      const answer = await call(world.http, logout, undefined, headersOf(token));
      expect(answer.code).toBe(code);
      expect(cookieOf(answer)).toMatchObject({ name: "reposo.session", value: "", maxAge: 0 });
    }
  });

  it.each(["cross-site", "same-site"])("is not deleted by a form of another site (%s)", async (site) => {
    const refused = await call(world.http, logout, undefined, { "sec-fetch-site": site });
    expect([refused.code, cookieOf(refused).name]).toEqual([403, ""]);
  });

  it("authorises no call of the API", async () => {
    const { token } = await addManager();
    const cookie = `reposo.session=${token}`;
    for (const endpoint of [loginInfo, incomeToday, logout])
      expect(await call(world.http, endpoint, undefined, { cookie })).toMatchObject({ code: 401 });
    expect((await open(home, token)).session).not.toBeNull();
  });
});

describe("[SES-2] a document of home", () => {
  it("[HOME-1] [HOME-2] contains the page as the app shows it, and the replies of its operations", async () => {
    const { token } = await addManager();
    const { body, session, now } = await open(home, token, { language: "id_ID" });
    expect(body).toMatch(/<div id="app">.*Pendapatan hari ini.*data-count="normal".*<\/div>/);
    expect(body).toContain(`data-session="${token.slice(0, 8)}"`);
    expect(session?.id).toBe(token.slice(0, 8));
    expect(session?.queries.queries.map(({ queryKey }) => queryKey)).toEqual([
      ["dictionary", null, "id_ID"],
      ["loginInfo", null, null],
      ["appStatistics", null, "Asia/Manila"],
      ["incomeChart", { range: "today" }, "Asia/Manila"],
      ["alertList", {}, null],
      ["feedbackList", { state: ["sent", "lookedAt"], limit: 1 }, null],
    ]);
    expect(session?.eventId).toMatch(/^[\w-]+$/);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect(body).not.toContain(token);
  });

  it.each([
    ["/pages/alerts/alerts", "Alerts", /No open alerts/, [["alertList", {}, null]]],
    [
      "/pages/alerts/alerts?view=resolved",
      "Alerts",
      /No resolved alerts/,
      [["alertList", { state: "resolved" }, null]],
    ],
    ["/pages/user/user", "My account", /Atrium.*No notifications/, [["loginDevices", null, null]]],
    ["/pages/notifications/notifications", "Notifications", /Save/, [["notificationSettings", null, null]]],
    [
      "/pages/cash/cash",
      "Cash",
      /No chairs yet/,
      [
        ["cashBoxes", { sort: "amount", limit: 100 }, null],
        ["collectionDifferences", { range: "today", by: "collectors", limit: 100 }, "Asia/Manila"],
        ["alertList", {}, null],
      ],
    ],
    [
      "/pages/cash/cash?view=collections",
      "Cash",
      /No collections in this period/,
      [["collectionList", { range: "thisMonth", limit: 20 }, "Asia/Manila"]],
    ],
    [
      "/pages/cash/cash?view=differences&by=outlets&range=custom&startDate=2026-01-01&endDate=2026-01-31",
      "Cash",
      /No collections in this period/,
      [
        [
          "collectionDifferences",
          { range: "custom", startDate: "2026-01-01", endDate: "2026-01-31", by: "outlets", limit: 100 },
          "Asia/Manila",
        ],
      ],
    ],
    [
      "/pages/cash/cash?view=differences&range=custom&startDate=2026-02-02",
      "Cash",
      /Please select a time/,
      [],
    ],
    ["/pages/location/open", "Location", /Atrium/, [["outletList", null, null]]],
    ["/pages/location/open?areaId=unknown", "Location", /Outlet not found/, [["outletList", null, null]]],
    ["/pages/location/choose", "Choose a location", /Latitude/, []],
    ["/pages/location/choose?areaId=unknown", "Location", /Outlet not found/, [["outletList", null, null]]],
    [
      "/pages/dataChart/dataChart?chart=income",
      "Charts",
      /As of.*No income in this period/,
      [["incomeChart", { range: "today" }, "Asia/Manila"]],
    ],
    [
      "/pages/details/details",
      "Data details",
      /As of.*Atrium/,
      [
        ["areaReport", { range: "today", areaId: "OUTLET" }, "Asia/Manila"],
        ["lateEntries", { range: "today", areaId: ["OUTLET"], limit: 100 }, "Asia/Manila"],
      ],
    ],
    [
      "/pages/details/details?rows=entries&range=thisYear",
      "Atrium",
      /As of.*No payments or refunds/,
      [
        ["areaReport", { range: "thisYear", areaId: "OUTLET" }, "Asia/Manila"],
        [
          "incomeEntries",
          { range: "thisYear", areaId: ["OUTLET"], currency: "PHP", limit: 20 },
          "Asia/Manila",
        ],
      ],
    ],
    [
      "/pages/details/details?rows=accounts",
      "Counter cash by account",
      /As of/,
      [
        [
          "counterCash",
          {
            range: "today",
            areaId: ["OUTLET"],
            firstCurrency: "PHP",
            sort: "total",
            order: "desc",
            limit: 100,
          },
          "Asia/Manila",
        ],
      ],
    ],
    ["/pages/details/details?range=custom&startDate=2026-02-02&endDate=2026-02-01", "Data details", /To/, []],
  ])(
    "[PERF-1] of %s contains its content completely, and the replies of its operations",
    async (path, title, content, keys) => {
      const { token } = await addManager();
      const { body, session } = await open(path, token);
      expect(/<div id="app">(.*)<div id="start-failed"/.exec(body)?.[1]).toMatch(content);
      expect(body).toContain(`<title>${title} · `);
      const own = JSON.parse(JSON.stringify(keys).replaceAll("OUTLET", outletId)) as unknown;
      expect(session?.queries.queries.map(({ queryKey }) => queryKey).slice(2)).toEqual(own);
      expect(body.match(/<script/g)).toHaveLength(3);
      expect(body).not.toContain("<template");
    },
  );

  it("[PERF-1] contains only as many rows of a long table as a screen shows", async () => {
    const outletIds = await Promise.all(Array.from({ length: 40 }, () => makeOutlet(world.owner)));
    const { token } = await makeManager(world.owner, { outletIds });
    const { body } = await open("/pages/details/details", token);
    expect(body).toContain("Outlets (40)");
    expect(body.match(/role="rowheader"/g)).toHaveLength(30);
  });

  it("is rendered completely, without scripts that complete it", async () => {
    const outletIds = await Promise.all(Array.from({ length: 3 }, () => makeOutlet(world.owner)));
    const { token } = await makeManager(world.owner, { outletIds });
    const { body } = await open(home, token);
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).not.toContain("<template");
  });

  it.each([
    ["Asia/Manila", "Asia/Manila"],
    ["480", "480"],
    ["account", null],
  ])("[DAY-1] counts days in the zone of the cookie: %s", async (zone, key) => {
    const { token } = await addManager();
    const { session } = await open(home, token, { zone });
    const keys = session?.queries.queries.map(({ queryKey }) => queryKey);
    expect(keys).toContainEqual(["incomeChart", { range: "today" }, key]);
  });

  it("[PERF-3] may be stored by no cache, and other documents without content may be", async () => {
    const { token } = await addManager();
    const cacheControlOf = async (path: string, session: string | null) =>
      (await open(path, session)).headers["cache-control"];
    expect(await cacheControlOf(home, token)).toBe("private, no-store");
    expect(await cacheControlOf(home, null)).toBe("private, no-cache");
    expect((await open(home, token)).headers["vary"]).toMatch(/cookie/i);
  });

  it("[SES-1] has no content without a cookie, a time zone, or a manager's session", async () => {
    const { token } = await addManager();
    const customer = await makeCustomer(world.owner);
    for (const [session, zone] of [
      [null, "Asia/Manila"],
      [token, ""],
      [token, "Nowhere/Else"],
      [token, "1000"],
      [customer.token, "Asia/Manila"],
      ["x".repeat(43), "Asia/Manila"],
    ] as const) {
      const { body, session: rendered } = await open(home, session, { zone });
      expect(rendered, `${session} ${zone}`).toBeNull();
      expect(body).toContain('<div id="app"></div><div id="page-outline">');
      expect(body).not.toContain("data-session");
    }
  });

  it("[NAV-5] [G-9] has no content for an account that may not open the page, and makes no forbidden call", async () => {
    const { token } = await addManager(["details"]);
    const countForbidden = async () =>
      /event="call.forbidden"\} (\d+)/.exec(await world.http.service.metrics.text())?.[1];
    const before = await countForbidden();
    expect((await open(home, token)).session).toBeNull();
    expect(await countForbidden()).toBe(before);
  });

  it.each([
    { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" },
    { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" },
    { "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" },
    { "sec-fetch-dest": "document", "sec-purpose": "prefetch" },
    { "sec-fetch-dest": "document", "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
  ])("[SES-1] has no content for a request that is no navigation of the user: %o", async (headers) => {
    const { token } = await addManager();
    expect((await open(home, token, headers)).session).toBeNull();
  });

  it.each(["same-origin", "same-site", "none"])(
    "[SES-1] has content for a navigation from %s",
    async (site) => {
      const { token } = await addManager();
      const headers = { "sec-fetch-dest": "document", "sec-fetch-site": site };
      expect((await open(home, token, headers)).session).not.toBeNull();
    },
  );

  it("[LOGIN-4] [SES-3] has no content once the session has ended, and deletes the cookie", async () => {
    const account = newManager();
    await createAccount(world.owner, world.clock, account);
    const first = (await tryLogin(world.http, account.loginName, account.password)).data.token;
    await tryLogin(world.http, account.loginName, account.password);
    const loggedOut = await addManager();
    await call(world.http, logout, undefined, headersOf(loggedOut.token));
    const deleted = await addManager();
    await sql`UPDATE account SET deleted_at = now() WHERE account_id = ${deleted.caller.accountId}`.execute(
      world.owner,
    );
    for (const token of [first, loggedOut.token, deleted.token]) {
      const document = await open(home, token);
      expect(document.session).toBeNull();
      expect(cookieOf(document)).toMatchObject({ name: "reposo.session", value: "", maxAge: 0 });
    }
  });

  it("[G-9] contains only the figures of its own session, if documents are rendered at the same time", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Outlet of manager ${index}`);
    const managers = await Promise.all(
      names.map(async (name) =>
        makeManager(world.owner, { outletIds: [await makeOutlet(world.owner, { name })], name }),
      ),
    );
    const documents = await Promise.all(managers.map(({ token }) => open(home, token)));
    documents.forEach(({ body }, index) =>
      expect(names.filter((name) => body.includes(name))).toEqual([names[index]]),
    );
  });
});

describe("[SES-2] [PERF-1] a document of a chair or an outlet", () => {
  it("[CHAIR-1] contains the chair's page, and only what the account may see", async () => {
    const ownId = await makeOutlet(world.owner, { name: "Podium" });
    const deviceId = await makeDevice(world.owner, { outletId: ownId });
    const path = `/pages/device/device?deviceId=${deviceId}`;
    const openAs = async (permissions?: readonly ("home" | "service" | "stop")[]) => {
      const { token } = await makeManager(world.owner, {
        outletIds: [ownId],
        ...(permissions && { permissions }),
      });
      const { body, session } = await open(path, token);
      return { body, keys: session?.queries.queries.map(({ queryKey }) => queryKey).slice(2) };
    };
    const queries = [
      ["devicePage", { deviceId }, "Asia/Manila"],
      ["alertList", { deviceId }, null],
      ["deviceConfiguration", { deviceId }, null],
    ];
    const service = ["testRun", { deviceId }, null];
    const timeline = ["deviceTimeline", { deviceId, limit: 20 }, null];
    const { body, keys } = await openAs();
    expect(keys).toEqual([...queries, service, timeline]);
    expect(body).toMatch(/Podium.*Timeline.*Utilization by hour.*Run a 1-minute test.*Settings/);
    expect(body).toContain(`<title>Chair ${deviceId} · `);
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).not.toContain("<template");
    expect((await openAs(["home"])).keys).toEqual(queries);
    const foreign = await open(path, (await addManager()).token);
    expect(foreign.body).not.toContain("Podium");

    const orderId = await makeOrder(world.owner, { deviceId, outletId: ownId, status: "running" });
    const running = await openAs(["home", "stop"]);
    expect(running.keys).toEqual([...queries, ["getOrder", { orderId }, null]]);
    expect(running.body).toContain("Stop massage");
    expect((await openAs(["home"])).keys).toEqual(queries);
  });

  it("[HOME-1] contains the outlet's page, and only what the account may see", async () => {
    const areaId = await makeOutlet(world.owner, { name: "Podium" });
    await makeDevice(world.owner, { outletId: areaId });
    const path = `/pages/outlet/outlet?areaId=${areaId}`;
    const openAs = async (permissions?: readonly "home"[]) => {
      const { token } = await makeManager(world.owner, {
        outletIds: [areaId],
        ...(permissions && { permissions }),
      });
      const { body, session } = await open(path, token);
      return { body, keys: session?.queries.queries.map(({ queryKey }) => queryKey).slice(2) };
    };
    const queries = [
      ["outletList", null, null],
      ["alertList", { areaId: [areaId] }, null],
      ["outletFigures", { areaId }, "Asia/Manila"],
    ];
    const feedback = ["feedbackList", { areaId: [areaId], limit: 1, state: ["sent", "lookedAt"] }, null];
    const { body, keys } = await openAs();
    expect(keys).toEqual([...queries, feedback]);
    expect(body).toMatch(/Podium.*data-count="normal".*Customer feedback/);
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).not.toContain("<template");
    expect((await openAs(["home"])).keys).toEqual(queries);
    const foreign = await open(path, (await addManager()).token);
    expect(foreign.session?.queries.queries.map(({ queryKey }) => queryKey[0]).slice(2)).toEqual([
      "outletList",
    ]);
    expect(foreign.body).not.toContain("Podium");
  });
});

it.each([
  ["", /No open feedback/, [["feedbackList", { state: ["sent", "lookedAt"], limit: 20 }, null]]],
  ["?state=closed", /No closed feedback/, [["feedbackList", { state: ["closed"], limit: 20 }, null]]],
  ["?rows=coupons", /Coupons/, [["giftCoupons", { limit: 20 }, null]]],
  // A refused query is left out, so that the app shows the refusal.
  ["?feedbackId=1f0e8d3c-0000-4000-8000-000000000000", /<title>Feedback /, []],
])("[SES-2] [PERF-1] [FB-1] a document of feedback%s contains its first view", async (search, text, keys) => {
  const { token } = await addManager();
  const { body, session } = await open(`/pages/feedback/feedback${search}`, token);
  expect(body).toMatch(text);
  expect(session?.queries.queries.map(({ queryKey }) => queryKey).slice(2)).toEqual(keys);
  expect(body.match(/<script/g)).toHaveLength(3);
});

it("[SES-2] [PERF-1] [FB-1] a document of an order's feedback contains the newest one", async () => {
  const ownId = await makeOutlet(world.owner, { name: "Podium" });
  const deviceId = await makeDevice(world.owner, { outletId: ownId });
  const ordered = { deviceId, outletId: ownId, status: "completed", payType: "online" } as const;
  const orderId = await makeOrder(world.owner, { ...ordered, orderedAt: world.clock.now() });
  const { token } = await makeManager(world.owner, { outletIds: [ownId] });
  const problem = { orderId, problem: "The arm rest is broken", abnormal: "", media: [] };
  const sent = await call(world.http, feedbackInsert, problem, headersOf(token));
  const { feedbackId } = sent.data;
  const ofOrder = ["feedbackOfOrder", { orderId }, null];
  const detail = ["feedbackDetail", { feedbackId }, null];
  for (const [search, keys] of [
    [`orderId=${orderId}`, [ofOrder, detail]],
    [`feedbackId=${feedbackId}`, [detail, ofOrder]],
  ] as const) {
    const { body, session } = await open(`/pages/feedback/feedback?${search}`, token);
    expect(body).toMatch(/The arm rest is broken.*<textarea/);
    expect(session?.queries.queries.map(({ queryKey }) => queryKey).slice(2)).toEqual(keys);
  }
});

describe("[SES-2] [PERF-1] a document of a list", () => {
  const orders = (filter: object) => ["orderList", { ...filter, limit: 20, days: "sums" }, "Asia/Manila"];
  const deviceList = (request: object) => [
    "deviceList",
    { online: "all", use: "all", condition: "all", limit: 20, ...request },
    null,
  ];

  it.each([
    ["/pages/order/order", /1 pesanan<.*Atrium/, [orders({})]],
    ["/pages/order/order?payType=coin", /0 pesanan</, [orders({ payType: ["coin"] })]],
    ["/pages/deviceList/deviceList", /1 perangkat<.*Atrium/, [deviceList({})]],
    ["/pages/deviceList/deviceList?keyword=none", /0 perangkat</, [deviceList({ keyword: "none" })]],
    ["/pages/order/order?startDate=2026-02-02&endDate=2026-02-01", /<main/, []],
  ])("%s contains its first page, and no scripts that complete it", async (path, content, keys) => {
    const ownId = await makeOutlet(world.owner, { name: "Atrium" });
    const deviceId = await makeDevice(world.owner, { outletId: ownId });
    const order = { deviceId, outletId: ownId, status: "completed", payType: "online" } as const;
    await makeOrder(world.owner, { ...order, orderedAt: world.clock.now() });
    const { token } = await makeManager(world.owner, { outletIds: [ownId] });
    const { body, session } = await open(path, token, { language: "id_ID" });
    expect(body.slice(body.indexOf('<div id="app">'))).toMatch(content);
    expect(session?.queries.queries.map(({ queryKey }) => queryKey).slice(2)).toEqual(keys);
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(body).not.toContain("<template");
  });

  it.each([
    ["completed", /Completed.*Atrium/, ["getOrder", "refundRequests"]],
    ["running", /Running.*Atrium/, ["getOrder"]],
  ] as const)(
    "[ORD-1] contains an order, and its refund requests once it is completed: %s",
    async (status, content, operations) => {
      const ownId = await makeOutlet(world.owner, { name: "Atrium" });
      const deviceId = await makeDevice(world.owner, { outletId: ownId });
      const orderId = await makeOrder(world.owner, { deviceId, outletId: ownId, status });
      const { token } = await makeManager(world.owner, { outletIds: [ownId] });
      const { body, session } = await open(`/pages/order/order?orderId=${orderId}`, token);
      expect(body.slice(body.indexOf('<div id="app">'))).toMatch(content);
      expect(body).toContain("<title>Order details · ");
      expect(session?.queries.queries.map(({ queryKey }) => queryKey).slice(2)).toEqual(
        operations.map((operation) => [operation, { orderId }, null]),
      );
      expect(body).not.toContain("<template");
    },
  );
});
