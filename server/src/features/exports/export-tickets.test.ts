import { type AddressInfo, connect } from "node:net";
import { exportLink } from "@reposo/contract/revenue/exports.ts";
import { orderExport } from "@reposo/contract/orders/order-lists.ts";
import { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { logout } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";

let world: OrderApp;
let outletId: string;
beforeAll(async () => {
  world = await openOrderApp();
  outletId = await makeOutlet(world.owner, { name: "Ayala Center" });
  const deviceId = await makeDevice(world.owner, { outletId });
  await makeOrder(world.owner, { deviceId, outletId, orderedAt: new Date("2026-11-20T16:30:00Z") });
  await world.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => world.close());

const manager = async () => {
  const account = await makeManager(world.owner, { outletIds: [outletId] });
  return { ...account, headers: { "access-token": account.token, lang: "id_ID", "timezone-offset": "480" } };
};
const query = "startDate=2026-11-21&endDate=2026-11-21&format=csv&payType=coupon&payType=cash";
const link = async (headers: Record<string, string>, overrides: Record<string, string> = {}) =>
  call(world.http, exportLink, { operation: "orderExport", query, ...overrides }, headers);

/** Opens a URL as another browser: without token, language, and time zone. */
async function open(url: string) {
  const { pathname, search } = new URL(url);
  const response = await world.http.inject({ url: pathname + search });
  const isFile = String(response.headers["content-type"]).startsWith("text/csv");
  return { isFile, text: response.body, code: isFile ? 200 : response.json<{ code: number }>().code };
}

/** Requests a path with exactly these bytes, which HTTP clients would normalise. */
const raw = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect((world.http.server.address() as AddressInfo).port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: chairs.example\r\nConnection: close\r\n\r\n`),
    );
    socket
      .on("data", (chunk) => {
        text += String(chunk);
      })
      .on("close", () => resolve(text))
      .on("error", reject);
  });

describe("a link to an export", () => {
  it("[ORD-2] opens repeatedly in any browser, in the language and time zone of the manager who requested it", async () => {
    const { headers } = await manager();
    const { code, data } = await link(headers);
    expect(code).toBe(200);
    expect(data.url).toMatch(
      /^https:\/\/chairs\.example\/api\/web\/api\/v1\/order\/export\?.*ticket=[\w-]{43}$/,
    );
    for (let time = 0; time < 2; time += 1) {
      const { isFile, text } = await open(data.url);
      expect(isFile).toBe(true);
      // The order is of the 20th in UTC, and of the 21st in the manager's time zone.
      expect(text).toContain("2026-11-21 00:30:00");
      expect(text).toContain("Nomor pesanan");
    }
    const report = await link(headers, {
      operation: "areaExport",
      query: "range=thisYear&rows=outlets&format=csv",
    });
    expect((await open(report.data.url)).text).toContain("Ayala Center");
  });

  it("[G-9] is valid only for exactly its query and operation", async () => {
    const { headers } = await manager();
    const { url } = (await link(headers)).data;
    const ticket = new URL(url).searchParams.get("ticket") as string;
    for (const changed of [
      url.replace("2026-11-21", "2020-01-01"),
      `${url}&areaId=${outletId}`,
      `${url}&orderStatus=completed`,
      url.replace("payType=cash&", ""),
      url.replace("format=csv", "format=xlsx"),
      url.replace(orderExport.path, areaExport.path),
      url.replace(ticket, `${ticket.slice(0, -1)}${ticket.endsWith("A") ? "E" : "A"}`),
      url.replace(ticket, "x"),
      `${url}?&areaId=${outletId}`,
      url.replace("?", `?areaId=${outletId}&deviceId=?`),
      url.replace(/ticket=.*/, "ticket="),
    ])
      expect(await open(changed), changed).toMatchObject({ isFile: false });
    // Unlike a browser, a program can send `#`, and servers treat the text after it as part of the query.
    const { pathname, search } = new URL(url);
    const rejected = await raw(`${pathname}#format=csv&areaId=${outletId}&deviceId=${search}`);
    expect(rejected).toMatch(/"code":40[01]/);
    expect(await raw(`${pathname}${search}`)).toContain("Nomor pesanan");
    expect((await open(url)).code).toBe(200);
    // A ticket does not replace a token for other operations.
    const response = await world.http.inject({ url: `/api/web/api/v1/order/orderH5?ticket=${ticket}` });
    expect(response.json()).toMatchObject({ code: 401 });
  });

  it("[G-9] [LOGIN-4] becomes invalid with the session, with the permission, and after ten minutes", async () => {
    const leaving = await manager();
    const { url } = (await link(leaving.headers)).data;
    await call(world.http, logout, undefined, leaving.headers);
    expect((await open(url)).code).toBe(401);

    const demoted = await manager();
    const other = (await link(demoted.headers)).data.url;
    await sql`UPDATE account SET permissions = '{home}' WHERE account_id = ${demoted.caller.accountId}`.execute(
      world.owner,
    );
    expect((await open(other)).code).toBe(403);
    await sql`UPDATE account SET permissions = '{details}', disabled_at = now() WHERE account_id = ${demoted.caller.accountId}`.execute(
      world.owner,
    );
    expect((await open(other)).code).toBe(30107);

    const moved = await manager();
    const byOutlet = await link(moved.headers, { query: `format=csv&areaId=${outletId}` });
    await sql`DELETE FROM outlet_manager WHERE account_id = ${moved.caller.accountId}`.execute(world.owner);
    expect((await open(byOutlet.data.url)).code).toBe(20601);

    const late = await manager();
    const { data } = await link(late.headers);
    expect(Date.parse(data.expiresAt) - world.clock.now().getTime()).toBeGreaterThan(9 * 60_000);
    world.advanceTime(10 * 60_000);
    expect((await open(data.url)).code).toBe(401);
  });

  it("is refused for an export that would be rejected", async () => {
    const { headers } = await manager();
    for (const [overrides, code] of [
      [{ query: "format=csv&areaId=nobody" }, 20601],
      [{ query: "format=pdf" }, 400],
      [{ query: "format=csv&startDate=2026-02-30" }, 400],
      [{ query: "format=csv&ticket=x" }, 400],
      [{ operation: "areaExport", query: "range=custom&rows=entries&format=csv" }, 400],
      [{ operation: "orderList" }, 400],
    ] as const)
      expect((await link(headers, overrides)).code, JSON.stringify(overrides)).toBe(code);
    expect((await link({ "access-token": headers["access-token"], "timezone-offset": "7" })).code).toBe(400);
  });

  it("is stored as a hash", async () => {
    const { headers } = await manager();
    const ticket = new URL((await link(headers)).data.url).searchParams.get("ticket") as string;
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM export_ticket AS t`.execute(
      world.owner,
    );
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(ticket, "base64url").toString("hex"));
  });
});
