import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { createCoupons, type CouponRow } from "#features/coupons/index.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { usesOf } from "#test/app/coupon-factory.ts";
import {
  addChair,
  allCommandsSent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment, managerOf } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const anyTerms: Omit<CouponRow, "code"> = {
  property: "percent",
  valueMinor: null,
  currency: null,
  minutes: null,
  percent: 40,
  maxUses: 2,
  maxUsesCustomer: null,
  validFrom: null,
  validUntil: null,
  outletIds: null,
  gears: null,
};
async function coupon(terms: Partial<typeof anyTerms> = {}): Promise<string> {
  const { codes, problems } = await transact(world.database, (uow) =>
    createCoupons(uow, { count: 1, terms: { ...anyTerms, ...terms } }, world.clock.now()),
  );
  expect(problems).toEqual([]);
  return codes[0] as string;
}
const guest = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const requestOf = (deviceId: string, payType: string, couponCode: string | null, gear: 0 | 1 | 2 = 0) => ({
  deviceId,
  priceId: outlet.priceIds[gear],
  payType,
  ...(couponCode !== null && { couponCode }),
});
async function moneyOf(orderId: string) {
  const { rows } = await sql<{ source: string; amount: number }>`
    SELECT source, sum(amount_minor)::bigint AS amount FROM ledger_entry WHERE order_id = ${orderId}
    GROUP BY source ORDER BY source`.execute(world.database);
  return Object.fromEntries(rows.map(({ source, amount }) => [source, amount]));
}

describe("a coupon that reduces the price", () => {
  it("[START-3] requires an online payment of the remaining amount", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const code = await coupon();
    const customer = await guest();
    const alone = await customer.activate(requestOf(chair.deviceId, "coupon", code));
    expect(alone).toMatchObject({ code: 20405, data: { amount: 3_000, currency: "PHP" } });
    expect(await usesOf(world.owner, code)).toBe(0);

    const typed = code.toLowerCase().replaceAll("-", " ");
    const placed = await customer.order(requestOf(chair.deviceId, "online", typed));
    expect(await usesOf(world.owner, code)).toBe(1);
    await decidePayment(world.http, placed.payment?.redirectUrl as string, "pay");
    const ended = await customer.reaches(placed.orderId, "completed");
    expect(ended).toMatchObject({
      amount: 3_000,
      couponProperty: "percent",
      couponCode: code,
      payType: "online",
    });
    expect(await moneyOf(placed.orderId)).toEqual({ payment: 3_000 });
    expect(await usesOf(world.owner, code)).toBe(1);
  });

  it("[G-5] gets its use back if the order is cancelled, refused, or not paid in time", async () => {
    const chair = await addChair(world, outlet);
    const code = await coupon({ maxUses: 3 });
    const [stopping, refusing, leaving, late] = [await guest(), await guest(), await guest(), await guest()];
    const request = requestOf(chair.deviceId, "online", code);
    const stopped = await stopping.order(request);
    const refused = await refusing.order(request);
    const left = await leaving.order(request);
    // The three unpaid orders reserve all uses, because they can still be paid.
    expect((await late.activate(request)).code).toBe(20408);
    await stopping.stop(stopped.orderId);
    await decidePayment(world.http, refused.payment?.redirectUrl as string, "refuse");
    expect(await usesOf(world.owner, code)).toBe(1);
    world.advanceTime(15 * 60_000 + 1);
    await leaving.reaches(left.orderId, "cancelled");
    expect(await usesOf(world.owner, code)).toBe(0);
  });

  it("[START-3] reduces the cash amount that a manager takes at the counter", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const staff = await managerOf(world, outlet);
    const code = await coupon({ property: "amountOff", percent: null, valueMinor: 1_500, currency: "PHP" });
    const { orderId } = await staff.order(requestOf(chair.deviceId, "cash", code));
    expect(await staff.reaches(orderId, "completed")).toMatchObject({ amount: 3_500, orderType: "counter" });
    expect(await moneyOf(orderId)).toEqual({ counter: 3_500 });
  });

  it("[START-3] [G-5] can be redeemed by each customer up to its limit per customer", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const code = await coupon({ property: "free", percent: null, maxUses: 10, maxUsesCustomer: 1 });
    const [one, other] = [await guest(), await guest()];
    const first = await one.order(requestOf(chair.deviceId, "coupon", code));
    await one.reaches(first.orderId, "completed");
    expect((await one.activate(requestOf(chair.deviceId, "coupon", code))).code).toBe(20402);
    const second = await other.order(requestOf(chair.deviceId, "coupon", code));
    expect(await other.reaches(second.orderId, "completed")).toMatchObject({ amount: 0 });
    expect(await usesOf(world.owner, code)).toBe(2);
  });

  it("[G-5] counts orders that are older than its limit per customer, until these orders fail", async () => {
    const code = await coupon({ property: "free", percent: null, maxUses: 10 });
    const customer = await guest();
    // No chair is connected, so no chair confirms a start.
    const order = async () =>
      customer.activate(
        requestOf(await makeDevice(world.owner, { ...outlet, online: true }), "coupon", code),
      );
    const before = await order();
    await sql`UPDATE coupon SET max_uses_customer = 2 WHERE code = ${code}`.execute(world.owner);
    const after = await order();
    expect((await order()).code).toBe(20402);

    // After the deadline of a start, the server requests a report of the chair, which has a second deadline.
    for (const { data } of [before, after])
      await eventually(async () => {
        world.advanceTime(60_000);
        await customer.reaches(data.orderId, "failed", 1_000);
      });
    expect(await usesOf(world.owner, code)).toBe(0);
    await allCommandsSent(world);
    expect([await order(), await order(), await order()]).toMatchObject([
      { code: 200 },
      { code: 200 },
      { code: 20402 },
    ]);
  });

  it("[START-3] covers a massage up to its number of minutes", async () => {
    const chair = await addChair(world, outlet);
    const code = await coupon({ property: "minutes", percent: null, minutes: 10, maxUses: 5 });
    const customer = await guest();
    expect((await customer.activate(requestOf(chair.deviceId, "coupon", code, 2))).code).toBe(20404);
    const { orderId } = await customer.order(requestOf(chair.deviceId, "coupon", code, 1));
    expect(await customer.reaches(orderId, "running")).toMatchObject({ minutes: 10, amount: 0 });
    await customer.stop(orderId);
    await customer.reaches(orderId, "completed");
  });
});

describe("[G-3] a chair that ends a paid massage by a fault", () => {
  async function faultyRun(policy: "none" | "proportional" | "full") {
    const there = await makePricedOutlet(world.owner);
    await sql`UPDATE outlet SET refund_policy = ${policy} WHERE outlet_id = ${there.outletId}`.execute(
      world.owner,
    );
    const chair = await addChair(world, there);
    const customer = await guest();
    const placed = await customer.order({
      deviceId: chair.deviceId,
      priceId: there.priceIds[1],
      payType: "online",
    });
    await decidePayment(world.http, placed.payment?.redirectUrl as string, "pay");
    await customer.reaches(placed.orderId, "running");
    chair.setFaultCode("E7");
    const ended = await customer.reaches(placed.orderId, "completed");
    expect(ended.endReason).toBe("fault");
    return { ...customer, orderId: placed.orderId };
  }

  it("refunds the unused share of the time", async () => {
    const { follow, orderId } = await faultyRun("proportional");
    const order = await eventually(async () => {
      const now = await follow(orderId);
      expect(now.refund).toMatchObject({ state: "returned" });
      return now;
    });
    expect(order.orderStatus).toBe("completed");
    // The chair runs for a few seconds before the fault, which reduces the refund.
    expect(order.refunded).toBeGreaterThan(8_000);
    expect(order.refunded).toBeLessThanOrEqual(10_000);
    expect(await moneyOf(orderId)).toEqual({ payment: 10_000, refund: -order.refunded });
  });

  it("refunds the full amount or nothing, as the outlet configures", async () => {
    const all = await faultyRun("full");
    await eventually(async () => expect((await all.follow(all.orderId)).refunded).toBe(10_000));
    const none = await faultyRun("none");
    expect(await none.follow(none.orderId)).toMatchObject({ refunded: 0, refund: null });
  });
});

it("[START-3] refuses online payments if the outlet has chosen only unconfigured payment providers", async () => {
  const there = await makePricedOutlet(world.owner);
  await sql`UPDATE outlet SET payment_providers = ARRAY['stripe'] WHERE outlet_id = ${there.outletId}`.execute(
    world.owner,
  );
  const chair = await addChair(world, there);
  const customer = await guest();
  const orderRequest = { deviceId: chair.deviceId, priceId: there.priceIds[0], payType: "online" };
  expect((await customer.activate(orderRequest)).code).toBe(20502);
  expect((await customer.activate({ ...orderRequest, couponCode: randomUUID() })).code).toBe(20502);
});
