import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

const { couponReserved, couponUsedUp, ok } = resultCodes;

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp({ TRUST_PROXY: "1", COUPON_PERCENT_PER_ADDRESS: "" });
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

let addresses = 0;
const anyAddress = () => `198.51.100.${(addresses += 1)}`;

/** Opens a customer at an IP address who orders with the coupon. */
async function customerAt(address: string, couponCode: string) {
  const { token } = await makeCustomer(world.owner);
  const browser = browserOf(world.http, token, { "x-forwarded-for": address });
  const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
  const request = { deviceId, priceId: outlet.priceIds[0], payType: "online", couponCode };
  return {
    ...browser,
    token,
    deviceId,
    outlet: () => browser.activate(request),
    placeElsewhere: async () =>
      browser.activate({ ...request, deviceId: await makeDevice(world.owner, { ...outlet, online: true }) }),
    check: () =>
      call(
        world.http,
        couponPrices,
        { deviceId, couponCode },
        { "access-token": token, "x-forwarded-for": address },
      ),
  };
}

const halfOff = async (maxUses: number, maxUsesCustomer: number | null = null) => {
  const code = await makeCoupon(world.owner, { property: "percent", percent: 50, maxUses });
  await sql`UPDATE coupon SET max_uses_customer = ${maxUsesCustomer} WHERE code = ${code}`.execute(
    world.owner,
  );
  return code;
};

const codesOf = (answers: readonly { code: number }[]) =>
  answers.map(({ code }) => code).toSorted((a, b) => a - b);

describe("uses of a coupon that unpaid orders reserve", () => {
  it("[START-3] [G-5] stay reserved for an unpaid extension when the customer orders elsewhere", async () => {
    const code = await halfOff(5);
    const customer = await customerAt(anyAddress(), code);
    const { deviceId } = await addChair(world, outlet);
    const bought = { priceId: outlet.priceIds[0], payType: "online" };
    const { orderId, payment } = await customer.order({ ...bought, deviceId });
    await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    await customer.reaches(orderId, "running");
    const extension = await customer.extend({ ...bought, orderId, couponCode: code });
    expect((await customer.outlet()).code).toBe(couponReserved);
    expect(await customer.follow(extension.data.orderId)).toMatchObject({ orderStatus: "unpaid" });
  });

  it("[ATTACK-1] [G-5] are limited per IP address, so that guests who do not pay leave most uses to others", async () => {
    const code = await halfOff(5, 1);
    const address = anyAddress();
    const guests = await Promise.all(Array.from({ length: 5 }, () => customerAt(address, code)));
    const answers = await Promise.all(guests.map((guest) => guest.outlet()));
    // The limit per address is a quarter of the five uses, rounded up to two.
    expect(codesOf(answers)).toEqual([ok, ok, couponReserved, couponReserved, couponReserved]);
    const refused = answers.find((answer) => answer.code === couponReserved);
    expect(refused?.data).toMatchObject({ minutes: 15, retryAfterSeconds: expect.any(Number) });
    expect(refused?.message).toContain("15 min");

    const elsewhere = await customerAt(anyAddress(), code);
    expect((await elsewhere.check()).data).toContainEqual({ priceId: outlet.priceIds[0], payable: 2_500 });
    const placed = await elsewhere.outlet();
    await decidePayment(world.http, placed.data.payment?.redirectUrl as string, "pay");
    const paid = await elsewhere.follow(placed.data.orderId);
    expect(paid.orderStatus).not.toBe("unpaid");
    expect(await usesOf(world.database, code)).toBe(3);
  });

  it("[G-5] never exceed the uses of the coupon, and every customer who pays gets the reduced price", async () => {
    const code = await halfOff(3, 1);
    const customers = await Promise.all(Array.from({ length: 8 }, () => customerAt(anyAddress(), code)));
    const answers = await Promise.all(customers.map((customer) => customer.outlet()));
    expect(codesOf(answers)).toEqual([ok, ok, ok, ...Array(5).fill(couponReserved)]);
    for (const [at, answer] of answers.entries()) {
      if (answer.code !== ok) continue;
      await decidePayment(world.http, answer.data.payment?.redirectUrl as string, "pay");
      const order = await customers[at]?.follow(answer.data.orderId);
      expect(order).toMatchObject({ amount: 2_500, orderStatus: "starting" });
    }
    expect(await usesOf(world.database, code)).toBe(3);
    expect((await customers[answers.findIndex(({ code }) => code !== ok)]?.outlet())?.code).toBe(
      couponUsedUp,
    );
  });

  it("[G-5] are returned when the order is cancelled, and are available to the next customer at the address", async () => {
    const code = await halfOff(2);
    const address = anyAddress();
    const [first, second] = [await customerAt(address, code), await customerAt(address, code)];
    const placed = await first.outlet();
    expect((await second.outlet()).code).toBe(couponReserved);
    await first.stop(placed.data.orderId);
    expect((await second.outlet()).code).toBe(ok);
    expect(await usesOf(world.database, code)).toBe(1);
  });

  it("[G-5] move to the new order when the same customer orders again with the coupon", async () => {
    const code = await halfOff(1, 1);
    const customer = await customerAt(anyAddress(), code);
    const first = await customer.outlet();
    expect((await customer.check()).data).toContainEqual({ priceId: outlet.priceIds[0], payable: 2_500 });
    const second = await customer.outlet();
    expect(second.code).toBe(ok);
    expect(await customer.follow(first.data.orderId)).toMatchObject({
      orderStatus: "cancelled",
      endReason: "stopped",
      payment: null,
    });
    expect(await usesOf(world.database, code)).toBe(1);
    await decidePayment(world.http, second.data.payment?.redirectUrl as string, "pay");
    expect((await customer.placeElsewhere()).code).toBe(couponUsedUp);
    expect((await customer.check()).code).toBe(couponUsedUp);
  });

  it("[G-5] [START-3] move to the new order when the coupon pays its whole price, unless it is refused", async () => {
    const code = await makeCoupon(world.owner);
    await sql`
      UPDATE coupon SET property = 'amountOff', value_minor = 5000, currency = 'PHP'
      WHERE code = ${code}`.execute(world.owner);
    const customer = await customerAt(anyAddress(), code);
    const { deviceId } = customer;
    const request = { deviceId, couponCode: code };
    const first = await customer.order({ ...request, priceId: outlet.priceIds[1], payType: "online" });
    expect((await customer.check()).data).toContainEqual({ priceId: outlet.priceIds[0], payable: 0 });
    const refused = await customer.activate({ ...request, priceId: outlet.priceIds[1], payType: "coupon" });
    expect(refused.code).toBe(resultCodes.couponNeedsPayment);
    expect(await customer.follow(first.orderId)).toMatchObject({ orderStatus: "unpaid" });
    const second = await customer.activate({ ...request, priceId: outlet.priceIds[0], payType: "coupon" });
    expect(second.code).toBe(ok);
    expect(await customer.follow(first.orderId)).toMatchObject({
      orderStatus: "cancelled",
      endReason: "stopped",
    });
    expect(await usesOf(world.database, code)).toBe(1);
  });

  it("[G-5] stay with the earlier order if the new order is refused", async () => {
    const code = await halfOff(1);
    const customer = await customerAt(anyAddress(), code);
    const first = await customer.outlet();
    const request = { deviceId: customer.deviceId, priceId: outlet.priceIds[0], payType: "online" };
    const refused = await customer.activate({ ...request, couponCode: code, expectedAmount: 1 });
    expect(refused.code).toBe(resultCodes.priceChanged);
    expect(await customer.follow(first.data.orderId)).toMatchObject({ orderStatus: "unpaid" });
  });

  it("[G-5] are reported to other customers as reserved, not as used up, while the last use is unpaid", async () => {
    const code = await halfOff(1);
    const [first, second] = [await customerAt(anyAddress(), code), await customerAt(anyAddress(), code)];
    await first.outlet();
    expect(await second.check()).toMatchObject({ code: couponReserved, data: { minutes: 15 } });
    expect((await second.outlet()).code).toBe(couponReserved);
  });

  it("[G-5] do not limit a customer who has paid before, whatever other customers at the address reserve", async () => {
    const code = await halfOff(4);
    const address = anyAddress();
    const [guest, regular] = [await customerAt(address, code), await customerAt(address, code)];
    const earlier = await regular.order({
      deviceId: regular.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    await decidePayment(world.http, earlier.payment?.redirectUrl as string, "pay");
    await guest.outlet();
    expect((await regular.placeElsewhere()).code).toBe(ok);
  });
});
