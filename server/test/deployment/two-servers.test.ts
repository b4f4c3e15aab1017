import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { login, loginInfo } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { createAccount } from "#features/login/index.ts";
import { followEvents } from "#test/clients/event-client.ts";
import { call, encryptPassword, newManager, tryLogin } from "#test/clients/http-client.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let second: Awaited<ReturnType<OrderApp["join"]>>;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  second = await world.join();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function originOf(http: FastifyInstance): Promise<string> {
  await http.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

const staff = async (http = world.http) => {
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  return { token, browser: browserOf(http, token) };
};

describe("two servers on one database and one broker", () => {
  it("[LOGIN-1] [LOGIN-4] [G-10] share login keys, nonces, and sessions", async () => {
    const account = newManager();
    await createAccount(world.database, world.clock, account);
    // The encryption key comes from the first server; the password is sent to the second server.
    const encrypted = await encryptPassword(world.http, account.password);
    const opened = await call(second.http, login, { account: account.loginName, ...encrypted });
    expect(opened.code).toBe(200);
    expect((await call(world.http, login, { account: account.loginName, ...encrypted })).code).toBe(20104);
    const headers = { "access-token": opened.data.token };
    expect((await call(world.http, loginInfo, undefined, headers)).data?.name).toBe(account.displayName);
    const [one, two] = await Promise.all([
      tryLogin(world.http, account.loginName, account.password),
      tryLogin(second.http, account.loginName, account.password),
    ]);
    const codes = await Promise.all(
      [one, two].map(async ({ data }) => {
        const { code } = await call(world.http, loginInfo, undefined, { "access-token": data.token });
        return code;
      }),
    );
    expect(codes.sort((a, b) => a - b)).toEqual([200, 20109]);
    expect((await call(second.http, loginInfo, undefined, headers)).code).toBe(20109);
  });

  it("[HOME-3] [CNT-1] push events to each other's browsers", async () => {
    const [origin, other] = [await originOf(world.http), await originOf(second.http)];
    const chair = await addChair(world, outlet);
    const watcher = await staff();
    const streams = [await followEvents(origin, watcher.token), await followEvents(other, watcher.token)];
    onTestFinished(() => streams.forEach((stream) => stream.close()));
    const receive = async (orderStatus: "running" | "completed") => {
      for (const stream of streams)
        await stream.next(
          ({ name, data }) => name === "order" && JSON.stringify(data).includes(`"${orderStatus}"`),
          // The wait is long, because the server holds events back while a transaction of any test file is open.
          30_000,
        );
    };
    const { browser } = await staff(second.http);
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const { orderId } = await browser.order(request);
    await receive("running");
    // The order ends only now, because held back events of one order are sent as its latest state.
    expect((await browser.stop(orderId)).code).toBe(200);
    await receive("completed");
    for (const stream of streams) {
      // A timer sends this event, which may be later than the order's. The refund of the stopped massage causes another one.
      await eventually(() => expect(stream.events.map(({ name }) => name)).toContain("revenue"));
      expect(JSON.stringify(stream.events)).toContain(orderId);
    }
  });

  it("[START-5] [G-3] [G-5] process each deadline once, and refund money and coupon use once", async () => {
    const { browser } = await staff();
    const chairs = await Promise.all(Array.from({ length: 12 }, () => makeDevice(world.owner, outlet)));
    const code = await makeCoupon(world.owner, { maxUses: 6 });
    const orderIds: string[] = [];
    for (const [index, deviceId] of chairs.entries()) {
      const pay = index % 2 === 0 ? { payType: "cash" } : { payType: "coupon", couponCode: code };
      orderIds.push((await browser.order({ deviceId, priceId: outlet.priceIds[1], ...pay })).orderId);
    }
    for (const orderId of orderIds) await browser.reaches(orderId, "starting");
    // Both servers look for due work. They query the chairs, which get their grace period.
    world.advanceTime(21_000);
    const countReports = () =>
      sql<{ reports: number }>`
      SELECT count(*) AS reports FROM chair_command
      WHERE order_id = ANY(${orderIds}::uuid[]) AND type = 'report'`.execute(world.database);
    await eventually(async () => expect((await countReports()).rows).toEqual([{ reports: 12 }]));
    world.advanceTime(16_000);
    await eventually(async () => {
      const { rows } = await sql<{ moves: string; entries: number }>`
        SELECT (SELECT string_agg(to_status, ' ' ORDER BY step) FROM order_transition t
            WHERE t.order_id = o.order_id) AS moves,
          (SELECT count(*) FROM ledger_entry l WHERE l.order_id = o.order_id) AS entries
        FROM orders o WHERE o.order_id = ANY(${orderIds}::uuid[])
        ORDER BY array_position(${orderIds}::uuid[], o.order_id)`.execute(world.database);
      expect(rows).toEqual(
        orderIds.map((_, index) =>
          index % 2 === 0
            ? { moves: "paid starting failed refunded", entries: 2 }
            : { moves: "paid starting failed", entries: 0 },
        ),
      );
    });
    const { rows } = await sql`SELECT uses_taken FROM coupon WHERE code = ${code}`.execute(world.database);
    expect(rows).toEqual([{ uses_taken: 0 }]);
    expect(await runAudit(world.database)).toEqual([]);
  });
});
