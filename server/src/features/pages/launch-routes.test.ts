import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { launch } from "@reposo/contract/sessions/launch.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { orderList } from "@reposo/contract/orders/order-lists.ts";
import { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import { appStatistics, incomeComparison } from "@reposo/contract/revenue/revenue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager, makeOrder, makeOutlet, makeDevice } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";

let world: OrderApp;
let outletId: string;

beforeAll(async () => {
  world = await openOrderApp();
  outletId = await makeOutlet(world.owner, { name: "Atrium" });
  const deviceId = await makeDevice(world.owner, { outletId });
  await makeOrder(world.owner, { deviceId, outletId, status: "completed", orderedAt: world.clock.now() });
});
afterAll(() => world.close());

const headersOf = (token: string) => ({ "access-token": token, lang: "id_ID", "timezone-offset": "480" });

/** Removes all instants, which differ between calls. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "asOf" || key === "to" ? null : inner)));

describe("[PERF-1] launch", () => {
  it("returns the same data as separate calls of the operations, in the caller's language and time zone", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId] });
    const headers = headersOf(token);
    const { code, data } = await call(world.http, launch, {}, headers);
    expect(code).toBe(200);
    expect(data.dictionary).toEqual((await call(world.http, dictionary, undefined, headers)).data);
    expect(data.userInfo).toEqual((await call(world.http, loginInfo, undefined, headers)).data);
    expect(data.markup).toBeNull();
  });

  it("[PERF-1] returns the ID of the newest event that the response includes, to callers that may receive events", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId] });
    const { headers } = await call(world.http, launch, {}, headersOf(token));
    expect(headers["event-id"]).toMatch(/^[\w-]+$/);
    expect((await call(world.http, launch, {})).headers["event-id"]).toBeUndefined();
    const statistics = await call(world.http, appStatistics, undefined, headersOf(token));
    expect(statistics.headers["event-id"]).toBeUndefined();
  });

  it("returns no markup to a customer", async () => {
    const { token } = await makeCustomer(world.owner);
    const request = { address: "/pages/details/details" };
    expect((await call(world.http, launch, request, headersOf(token))).data).toMatchObject({
      userInfo: { kind: "customer" },
      markup: null,
    });
  });

  it("[PERF-1] includes a page with its content, in the caller's language and zone", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId] });
    const markupOf = async (address: string) => {
      const { data } = await call(world.http, launch, { address }, headersOf(token));
      return data.markup;
    };
    // The start page of an account with one outlet is the list of that outlet's devices.
    expect(await markupOf("/pages/details/details")).toMatch(/data-figure="total".*Atrium.*Perangkat \(1\)/);
    expect(await markupOf("/pages/dataChart/dataChart?chart=orders")).toContain("<svg");
  });

  it("[G-9] [PERF-1] includes no page that the caller may not open, and none for an invalid or unsupported address", async () => {
    const foreign = await makeOutlet(world.owner, { name: "Foreign" });
    const may = await makeManager(world.owner, { outletIds: [outletId] });
    const mayNot = await makeManager(world.owner, { outletIds: [outletId], permissions: ["home"] });
    const customer = await makeCustomer(world.owner);
    const markupOf = async (token: string, address: string) => {
      const { code, data } = await call(world.http, launch, { address }, headersOf(token));
      expect(code).toBe(200);
      return data.markup;
    };
    expect(await markupOf(mayNot.token, "/pages/details/details")).toBeNull();
    expect(await markupOf(customer.token, "/pages/details/details")).toBeNull();
    for (const address of [
      `/pages/details/details?outlets=${foreign}`,
      "/pages/home/home",
      "/no/such/page",
      "http://[",
      "",
    ])
      expect((await markupOf(may.token, address)) ?? "", address).not.toContain("Foreign");
    for (const address of ["/pages/home/home", "/pages/order/order", "/no/such/page", "http://[", ""])
      expect(await markupOf(may.token, address), address).toBeNull();
  });

  it("makes no forbidden call, since the security log would record it", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId], permissions: ["home"] });
    const countForbidden = async () =>
      /event="call.forbidden"\} (\d+)/.exec(await world.http.service.metrics.text())?.[1];
    const before = await countForbidden();
    await call(world.http, launch, { address: "/pages/details/details" }, headersOf(token));
    expect(await countForbidden()).toBe(before);
    await call(world.http, orderList, {}, headersOf(token));
    expect(await countForbidden()).not.toBe(before);
  });

  it("[PERF-1] includes only as many rows of a long table as a screen shows", async () => {
    const outletIds = [];
    for (let count = 0; count < 40; count += 1) outletIds.push(await makeOutlet(world.owner));
    const { token } = await makeManager(world.owner, { outletIds });
    const { data } = await call(world.http, launch, { address: "/pages/details/details" }, headersOf(token));
    expect(data.markup).toContain("Gerai (40)");
    expect(data.markup?.match(/role="rowheader"/g)).toHaveLength(30);
  });

  it("[PERF-1] succeeds without markup if the address is too long", async () => {
    const { token } = await makeManager(world.owner, { outletIds: [outletId] });
    for (const [length, markup] of [
      [1_000, expect.stringContaining("<svg")],
      [3_000, null],
    ] as const) {
      const { body } = await world.http.inject(
        `/pages/dataChart/dataChart?chart=orders&x=${"x".repeat(length)}`,
      );
      const url = /&quot;url&quot;:&quot;([^&]*launch[^&]*)&quot;/.exec(body)?.[1] ?? "";
      const response = await world.http.inject({ url, headers: headersOf(token) });
      expect(response.json()).toMatchObject({
        code: 200,
        data: { userInfo: { name: expect.any(String) }, markup },
      });
    }
  });

  it("[SES-3] returns no user if the token is valid but its user was deleted", async () => {
    const { token, caller } = await makeManager(world.owner, { outletIds: [outletId] });
    await sql`
      UPDATE account
      SET deleted_at = ${new Date()}
      WHERE account_id = ${caller.accountId}`.execute(world.owner);
    const { code, data } = await call(world.http, launch, {}, headersOf(token));
    expect(code).toBe(200);
    expect(data).toMatchObject({ userInfo: null });
    expect(data.dictionary.entries.orderStatus.length).toBeGreaterThan(0);
  });

  it("rejects calls without a token", async () => {
    expect(await call(world.http, launch, {})).toMatchObject({ code: 401 });
  });
});

describe("[HOME-1] outletFigures", () => {
  it("returns the same figures as home does for a manager of only that outlet", async () => {
    const other = await makeOutlet(world.owner, { name: "Glorietta" });
    const deviceId = await makeDevice(world.owner, { outletId: other });
    for (const status of ["completed", "running"] as const)
      await makeOrder(world.owner, { deviceId, outletId: other, status, orderedAt: world.clock.now() });
    const both = await makeManager(world.owner, { outletIds: [outletId, other] });
    const one = await makeManager(world.owner, { outletIds: [other] });
    const ofOutlet = await call(world.http, outletFigures, { areaId: other }, headersOf(both.token));
    const statistics = await call(world.http, appStatistics, undefined, headersOf(one.token));
    const comparison = await call(world.http, incomeComparison, undefined, headersOf(one.token));
    expect(withoutTimes(ofOutlet.data)).toEqual(
      withoutTimes({ statistics: statistics.data, comparison: comparison.data }),
    );
    expect(ofOutlet.data.statistics.orders.normal).toBe(2);
    expect(ofOutlet.headers["event-id"]).toMatch(/^[\w-]+$/);
    expect(await call(world.http, outletFigures, { areaId: outletId }, headersOf(one.token))).toMatchObject({
      code: 20601,
    });
  });
});
