import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPrices } from "#features/prices/index.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

async function open() {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet);
  const customer = await makeCustomer(world.owner);
  const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  return {
    outlet,
    deviceId: chair.deviceId,
    customerToken: customer.token,
    managerToken: manager.token,
    customer: browserOf(world.http, customer.token),
    manager: browserOf(world.http, manager.token),
  };
}

/** Imports prices in which the first price costs more and the other prices are unchanged. */
const raise = ({ priceGroupId, currency }: PricedOutlet, amountMinor: number) =>
  transact(world.database, (uow) =>
    importPrices(
      uow,
      [
        { priceGroupId, currency, gear: 1, name: "Gear 1", minutes: 1, amountMinor },
        { priceGroupId, currency, gear: 2, name: "Gear 2", minutes: 10, amountMinor: 10_000 },
        { priceGroupId, currency, gear: 3, name: "Gear 3", minutes: 15, amountMinor: 15_000 },
      ],
      world.clock.now(),
    ),
  );

const ordersOf = async (deviceId: string) =>
  (
    await sql<{ order_id: string }>`SELECT order_id FROM orders WHERE device_id = ${deviceId}`.rows(
      world.owner,
    )
  ).length;

describe("[START-2] [START-3] a price that an import replaced after the customer opened the page", () => {
  it("is refused with the result code for changed prices, for customers and managers", async () => {
    const { outlet, deviceId, customer, manager } = await open();
    await raise(outlet, 6_000);
    const [priceId, unchanged] = outlet.priceIds;
    for (const answer of [
      await customer.activate({ deviceId, priceId, payType: "online" }),
      await customer.activate({ deviceId, priceId, payType: "online", expectedAmount: 5_000 }),
      await manager.activate({ deviceId, priceId, payType: "cash" }),
    ])
      expect(answer).toMatchObject({
        code: 20206,
        message: "Prices have changed. Please check them and confirm again.",
        data: null,
      });
    expect(await ordersOf(deviceId)).toBe(0);
    const online = { deviceId, priceId: unchanged, payType: "online", expectedAmount: 10_000 };
    expect((await customer.activate(online)).code).toBe(200);
  });

  it("is refused for extending a running massage", async () => {
    const { outlet, deviceId, customer, manager } = await open();
    const [priceId] = outlet.priceIds;
    const { orderId } = await manager.order({ deviceId, priceId, payType: "cash" });
    await manager.reaches(orderId, "running");
    await raise(outlet, 6_000);
    const extension = { orderId, priceId, payType: "cash", expectedAmount: 5_000 };
    expect((await manager.extend(extension)).code).toBe(20206);
    expect((await customer.extend({ ...extension, payType: "online" })).code).toBe(20301);
    expect(await ordersOf(deviceId)).toBe(1);
    await manager.stop(orderId);
    await manager.reaches(orderId, "completed");
  });

  it("keeps its amount and minutes, because the database refuses the change even to its owner", async () => {
    const outlet = await makePricedOutlet(world.owner);
    const [priceId] = outlet.priceIds;
    const change = (set: ReturnType<typeof sql>) =>
      sql`UPDATE price SET ${set} WHERE price_id = ${priceId}`.execute(world.owner);
    await expect(change(sql`amount_minor = 1`)).rejects.toThrow("a price never changes under its id");
    await expect(change(sql`minutes = 600`)).rejects.toThrow("a price never changes under its id");
    await expect(
      sql`UPDATE price_group SET currency = 'MYR' WHERE price_group_id = ${outlet.priceGroupId}`.execute(
        world.owner,
      ),
    ).rejects.toThrow("never changes");
    await change(sql`retired_at = now()`);
  });
});

describe("[START-3] an amount that differs from the amount the customer has seen", () => {
  it("is never charged, with or without a coupon, online or at the counter", async () => {
    const { outlet, deviceId, customer, manager } = await open();
    const [priceId] = outlet.priceIds;
    const couponCode = await makeCoupon(world.owner, { property: "percent", percent: 20 });
    const online = { deviceId, priceId, payType: "online" };
    const codes = [
      await customer.activate({ ...online, expectedAmount: 4_999 }),
      await customer.activate({ ...online, couponCode, expectedAmount: 3_999 }),
      await manager.activate({ ...online, payType: "cash", expectedAmount: 0 }),
    ].map(({ code }) => code);
    expect(codes).toEqual([20206, 20206, 20206]);
    expect(await ordersOf(deviceId)).toBe(0);
    const { uses_taken: uses } = await sql<{
      uses_taken: number;
    }>`SELECT uses_taken FROM coupon WHERE code = ${couponCode}`.firstRow(world.owner);
    expect(uses).toBe(0);
    const agreed = await customer.activate({ ...online, couponCode, expectedAmount: 4_000 });
    expect(agreed.code).toBe(200);
    expect(await customer.follow(agreed.data.orderId)).toMatchObject({ amount: 4_000 });
  });
});

describe("[START-3] the amounts to pay with a coupon", () => {
  const worth = async (
    { deviceId, customerToken }: { deviceId: string; customerToken: string },
    code: Record<string, string>,
    token = customerToken,
  ) => call(world.http, couponPrices, { deviceId, ...code }, { "access-token": token });

  it("are returned for every price that the coupon covers, without using the coupon", async () => {
    const here = await open();
    const [one, ten, fifteen] = here.outlet.priceIds;
    const free = await makeCoupon(world.owner);
    const leaves = async (code: Record<string, string>, token?: string) =>
      Object.fromEntries((await worth(here, code, token)).data.map((line) => [line.priceId, line.payable]));
    expect(await leaves({ couponCode: free })).toEqual({ [one]: 0, [ten]: 0, [fifteen]: 0 });
    expect(await leaves({ couponCode: free }, here.managerToken)).toEqual({
      [one]: 0,
      [ten]: 0,
      [fifteen]: 0,
    });
    const minutes = await makeCoupon(world.owner, { property: "minutes", minutes: 10 });
    expect(await leaves({ couponCode: minutes })).toEqual({ [one]: 0, [ten]: 0 });
    const less = await makeCoupon(world.owner, { property: "percent", percent: 50 });
    expect(await leaves({ couponCode: less })).toEqual({ [one]: 2_500, [ten]: 5_000, [fifteen]: 7_500 });
    const cash = await makeCoupon(world.owner, { property: "cash", valueMinor: 10_000 });
    expect(await leaves({ cashCouponCode: cash })).toEqual({ [one]: 0, [ten]: 0 });
    const { uses } = await sql<{ uses: number }>`
      SELECT sum(uses_taken) AS uses FROM coupon
      WHERE code = ANY (${[free, minutes, less, cash]})`.firstRow(world.owner);
    expect(uses).toBe(0);
  });

  it("are refused with the same message as the redemption of the coupon", async () => {
    const here = await open();
    const codeOf = async (code: Record<string, string>, token?: string) =>
      (await worth(here, code, token)).code;
    const cash = await makeCoupon(world.owner, { property: "cash", valueMinor: 10_000 });
    const small = await makeCoupon(world.owner, { property: "cash", valueMinor: 100 });
    const spent = await makeCoupon(world.owner);
    await sql`UPDATE coupon SET uses_taken = max_uses WHERE code = ${spent}`.execute(world.owner);
    expect(await codeOf({})).toBe(400);
    expect(await codeOf({ couponCode: "NO-SUCH-CODE" })).toBe(20401);
    expect(await codeOf({ couponCode: spent })).toBe(20402);
    expect(await codeOf({ cashCouponCode: small })).toBe(20404);
    expect(await codeOf({ couponCode: cash })).toBe(20406);
    expect(await codeOf({ cashCouponCode: spent })).toBe(20407);
    expect(await codeOf({ cashCouponCode: cash }, here.managerToken)).toBe(20502);
    const answer = await worth(here, { couponCode: cash });
    expect(answer.message).toBe("This is a cash coupon: use it under “Cash coupon”");
  });
});
