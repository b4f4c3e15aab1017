import { randomUUID } from "node:crypto";
import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { freezeClock } from "#test/time/frozen-clock.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

const customer = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const managerOf = async (...outletIds: string[]) =>
  browserOf(world.http, (await makeManager(world.owner, { outletIds, name: "Maria Santos" })).token);

describe("activate refuses, and changes nothing:", () => {
  const refused = async (answer: Promise<{ code: number; message: string; data: unknown }>) => {
    const count = async () =>
      (
        await sql`SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM ledger_entry) AS entries,
          (SELECT count(*) FROM chair_command WHERE type = 'start') AS starts, (SELECT sum(uses_taken) FROM coupon) AS uses,
          (SELECT count(*) FROM audit_entry) AS audited`.execute(world.database)
      ).rows;
    const before = await count();
    const { code, message, data } = await answer;
    expect(await count()).toEqual(before);
    return { code, message, data };
  };
  const cash = (deviceId: string, priceId: string = outlet.priceIds[0]) => ({
    deviceId,
    priceId,
    payType: "cash",
  });
  const alter = (deviceId: string, change: ReturnType<typeof sql>) =>
    sql`UPDATE device SET ${change} WHERE device_id = ${deviceId}`.execute(world.owner);

  it("[ATTACK-1] the coupon of a guest without orders, who is not stored, while other orders are placed", async () => {
    const [deviceId, other] = [await makeDevice(world.owner, outlet), await makeDevice(world.owner, outlet)];
    const countGuests = () => sql`SELECT count(*) AS stored FROM customer`.rows(world.owner);
    const { token } = (await call(world.http, guestLogin, {})).data;
    const stored = await customer();
    const request = { priceId: outlet.priceIds[0], payType: "coupon" };
    const couponCode = await makeCoupon(world.owner);
    const before = await countGuests();
    const [guest, placed] = await Promise.all([
      browserOf(world.http, token).activate({ ...request, deviceId, couponCode: "NO-SUCH-COUPON" }),
      stored.activate({ ...request, deviceId: other, couponCode }),
    ]);
    expect([guest.code, placed.code]).toEqual([20401, 200]);
    expect(await countGuests()).toEqual(before);
  });

  it("[QS-1] [START-1] an unknown chair", async () => {
    const manager = await managerOf(outlet.outletId);
    for (const deviceId of ["NOPE0000", "mc100001", "x'; DROP TABLE orders"])
      expect((await refused(manager.activate(cash(deviceId)))).code).toBe(20201);
  });

  it("[START-3] [G-9] another outlet's chair, without revealing the chair's condition", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    await alter(deviceId, sql`disabled_at = now()`);
    const otherManager = await managerOf((await makePricedOutlet(world.owner)).outletId);
    const answer = await refused(otherManager.activate({ ...cash(deviceId), payType: "online" }));
    expect(answer).toMatchObject({ code: 20204, data: { name: "Maria Santos" } });
    expect(answer.message).toContain("Maria Santos");
    expect(JSON.stringify(answer)).not.toContain(outlet.outletId);
  });

  it("[START-3] cash of a customer, and online payments and cash coupons of a manager", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    const manager = await managerOf(outlet.outletId);
    const guest = await customer();
    expect((await refused(guest.activate(cash(deviceId)))).code).toBe(403);
    expect((await refused(manager.activate({ ...cash(deviceId), payType: "online" }))).code).toBe(20502);
    const cashCouponCode = await makeCoupon(world.owner, { property: "cash" });
    const redeemed = manager.activate({ ...cash(deviceId), payType: "cashCoupon", cashCouponCode });
    expect((await refused(redeemed)).code).toBe(20502);
  });

  it.each([
    ["offline", sql`online = false`],
    ["faulty", sql`fault = 'E7'`],
    ["disabled", sql`disabled_at = now()`],
  ])("[START-4] a chair that is %s, even without a price list", async (_what, change) => {
    const deviceId = await makeDevice(world.owner, outlet);
    await alter(deviceId, sql`${change}, price_group_id = NULL`);
    const manager = await managerOf(outlet.outletId);
    const guest = await customer();
    expect((await refused(manager.activate(cash(deviceId)))).code).toBe(20202);
    expect((await refused(guest.activate({ ...cash(deviceId), payType: "online" }))).code).toBe(20202);
  });

  it("[START-4] [START-6] a chair in use, with the same message as an unavailable chair", async () => {
    const { deviceId } = await addChair(world, outlet);
    const manager = await managerOf(outlet.outletId);
    const { orderId } = await manager.order(cash(deviceId));
    await manager.reaches(orderId, "running");
    const answer = await refused(manager.activate(cash(deviceId)));
    expect(answer).toMatchObject({
      code: 20203,
      message: "Device unavailable, please scan another device",
    });
    await manager.stop(orderId);
    await manager.reaches(orderId, "completed");
  });

  it("[START-2] a chair without prices, a price of another chair, and a retired price", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    const manager = await managerOf(outlet.outletId);
    const other = await makePricedOutlet(world.owner);
    expect(await refused(manager.activate(cash(deviceId, randomUUID())))).toMatchObject({
      code: 400,
      data: { fields: [{ path: "priceId" }] },
    });
    expect((await refused(manager.activate(cash(deviceId, other.priceIds[0])))).code).toBe(20206);
    await sql`UPDATE price SET retired_at = now() WHERE price_id = ${other.priceIds[0]}`.execute(world.owner);
    await alter(deviceId, sql`price_group_id = ${other.priceGroupId}`);
    expect((await refused(manager.activate(cash(deviceId, other.priceIds[0])))).code).toBe(20206);
    await alter(deviceId, sql`price_group_id = NULL`);
    expect((await refused(manager.activate(cash(deviceId)))).code).toBe(20205);
  });

  it("[START-3] a coupon that is missing, unknown, outside its validity period, or not valid at this chair", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    const guest = await customer();
    const by = (couponCode?: string) =>
      refused(
        guest.activate({
          deviceId,
          priceId: outlet.priceIds[0],
          payType: "coupon",
          ...(couponCode === undefined ? {} : { couponCode }),
        }),
      );
    expect(await by()).toMatchObject({ code: 400, data: { fields: [{ path: "couponCode" }] } });
    expect((await by("NO-SUCH-CODE")).code).toBe(20401);
    const altered = async (change: ReturnType<typeof sql>) => {
      const code = await makeCoupon(world.owner);
      await sql`UPDATE coupon SET ${change} WHERE code = ${code}`.execute(world.owner);
      return (await by(code)).code;
    };
    expect(await altered(sql`valid_from = now() + interval '1 hour'`)).toBe(20403);
    expect(await altered(sql`valid_until = now() - interval '1 second'`)).toBe(20403);
    expect(await altered(sql`outlet_ids = '{elsewhere}'`)).toBe(20404);
    expect(await altered(sql`gears = '{2}'`)).toBe(20404);
    const cash = await makeCoupon(world.owner, { property: "cash", valueMinor: 7_000 });
    const offered = await by(cash);
    expect(offered.code).toBe(20406);
    expect(offered.message).toContain("“Cash coupon”");
  });

  it("[START-3] requests with an amount, a currency, minutes, or unknown fields", async () => {
    const deviceId = await makeDevice(world.owner, outlet);
    const manager = await managerOf(outlet.outletId);
    for (const extra of [{ amount: 1 }, { minutes: 600 }, { currency: "IDR" }, { orderStatus: "running" }])
      expect((await refused(manager.activate({ ...cash(deviceId), ...extra }))).code).toBe(400);
    expect((await refused(manager.activate({ ...cash(deviceId), payType: "coin" }))).code).toBe(400);
  });
});

it("[START-3] counts a refused coupon check as an attempt, and does not count a successful check", async () => {
  const limited = await openOrderApp({ COUPON_TRIES_PER_MINUTE_TOKEN: "3" });
  try {
    const { deviceId } = await addChair(limited, await makePricedOutlet(limited.owner));
    const { token } = await makeCustomer(limited.owner);
    const valid = await makeCoupon(limited.owner);
    const check = async (couponCode: string) =>
      (await call(limited.http, couponPrices, { deviceId, couponCode }, { "access-token": token })).code;
    freezeClock(limited);
    for (let checks = 0; checks < 5; checks += 1) expect(await check(valid)).toBe(200);
    const codes: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) codes.push(await check("GUESS-1"));
    expect(codes).toEqual([20401, 20401, 20401, 20103]);
  } finally {
    await limited.close();
  }
});

it("[START-3] finds a coupon whose code is typed with typographic dashes, full-width letters, or invisible characters", async () => {
  const code = await makeCoupon(world.owner);
  const { deviceId } = await addChair(world, outlet);
  const { token } = await makeCustomer(world.owner);
  const fullWidth = code.replace(/[A-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  for (const couponCode of [
    ...["–", "‑", "−", "－", " - "].map((dash) => code.replace("-", dash)),
    fullWidth,
    `${code}\u200B`,
    code.toLowerCase().split("").join(" "),
    code.replace("-", ""),
    code.replace("-", "").replace(/.{4}/g, "$&-"),
  ]) {
    const { code: result } = await call(
      world.http,
      couponPrices,
      { deviceId, couponCode },
      { "access-token": token },
    );
    expect([couponCode, result]).toEqual([couponCode, 200]);
  }
});

it("[START-3] finds no coupon by a code without hyphens that two coupons have, but each by its own code", async () => {
  const { deviceId } = await addChair(world, outlet);
  const { token } = await makeCustomer(world.owner);
  const codes = ["TWIN-1A", "TWI-N1A"];
  for (const code of codes) {
    const made = await makeCoupon(world.owner);
    await sql`UPDATE coupon SET code = ${code} WHERE code = ${made}`.execute(world.owner);
  }
  const check = async (couponCode: string) =>
    (await call(world.http, couponPrices, { deviceId, couponCode }, { "access-token": token })).code;
  expect(await check("TWIN1A")).toBe(20401);
  for (const code of codes) expect(await check(code)).toBe(200);
});

it("[START-3] limits coupon attempts per token, including an attempt with a valid code", async () => {
  const limited = await openOrderApp({ COUPON_TRIES_PER_MINUTE_TOKEN: "3" });
  try {
    const here = await makePricedOutlet(limited.owner);
    const { deviceId } = await addChair(limited, here);
    const code = await makeCoupon(limited.owner);
    const browser = async () => browserOf(limited.http, (await makeCustomer(limited.owner)).token);
    const attacker = await browser();
    const by = (couponCode: string) => ({
      deviceId,
      priceId: here.priceIds[0],
      payType: "coupon",
      couponCode,
    });
    // The clock is frozen, so that all attempts count in the same minute.
    const clock = freezeClock(limited);
    const codes: number[] = [];
    for (let n = 0; n < 4; n += 1) codes.push((await attacker.activate(by("GUESS-1"))).code);
    expect(codes).toEqual([20401, 20401, 20401, 20103]);
    const key = randomUUID();
    const answer = await attacker.activate(by(code), key);
    expect(answer).toMatchObject({ code: 20103, data: { retryAfterSeconds: expect.any(Number) } });
    expect((await (await browser()).activate(by(code))).code).toBe(200);
    // The same request is accepted after the announced delay, because the refusal is not a stored response (G-4).
    clock.advance(1_000 * (answer.data as unknown as { retryAfterSeconds: number }).retryAfterSeconds);
    expect((await attacker.activate(by(code), key)).code).not.toBe(20103);
  } finally {
    await limited.close();
  }
});
