import type { ChairFleet } from "@reposo/chair/chair-fleet.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
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
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const customer = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const managerOf = async (...outletIds: string[]) =>
  browserOf(world.http, (await makeManager(world.owner, { outletIds, name: "Maria Santos" })).token);

async function ledgerOf(orderId: string) {
  const { rows } = await sql<{ source: string; channel: string; amount: number }>`
    SELECT source, channel, amount_minor AS amount FROM ledger_entry WHERE order_id = ${orderId}
    ORDER BY entry_id`.execute(world.database);
  return rows;
}

async function movesOf(orderId: string): Promise<string> {
  const { rows } = await sql<{ to: string }>`
    SELECT to_status AS to FROM order_transition WHERE order_id = ${orderId} ORDER BY step`.execute(
    world.database,
  );
  return rows.map((row) => row.to).join(" ");
}

describe("a massage", () => {
  it("[START-3] [START-5] [CNT-1] for cash at the counter runs when the chair has confirmed, and ends after its minutes", async () => {
    // The massage lasts one minute. The test advances the clock by this minute only after it has checked the
    // running order.
    let aheadMs = 0;
    const clock = { now: () => new Date(performance.timeOrigin + performance.now() + aheadMs) };
    const add: ChairFleet["add"] = (options) => world.fleet.add({ ...options, clock });
    const withClock = { ...world, fleet: { ...world.fleet, add } };
    const chair = await addChair(withClock, outlet, { faults: { lateReplyMs: 200 } });
    const manager = await managerOf(outlet.outletId);
    const { deviceId } = chair;
    const placed = await manager.order({ deviceId, priceId: outlet.priceIds[0], payType: "cash" });
    const { orderId, order } = placed;
    expect(placed).toEqual({ orderId, orderStatus: "starting", payment: null, order });
    // The chair replies late, so the order is still starting.
    expect({ ...(await manager.follow(orderId)), serverTime: order.serverTime }).toEqual(order);
    expect(order).toMatchObject({ orderStatus: "starting", takenBy: "Maria Santos" });

    const running = await manager.reaches(placed.orderId, "running");
    expect(Date.parse(running.endsAt as string) - Date.parse(running.startedAt as string)).toBe(60_000);
    expect(running).toMatchObject({
      deviceId,
      areaId: outlet.outletId,
      orderType: "counter",
      payType: "cash",
      gear: 1,
      minutes: 1,
      amount: 5_000,
      currency: "PHP",
      refunded: 0,
      couponCode: null,
      cashCouponCode: null,
      startDeadlineAt: null,
      payment: null,
    });
    // The chair replied before its deadline, so the test reads the deadline from the database.
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM start_deadline_at - ordered_at)::int AS seconds FROM orders
      WHERE order_id = ${placed.orderId}`.execute(world.database);
    expect(rows).toEqual([{ seconds: 20 }]);
    expect(running.orderNumber).toMatch(/^\d{6}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

    world.advanceTime(60_000);
    aheadMs = 60_000;
    const ended = await manager.reaches(placed.orderId, "completed");
    expect(ended).toMatchObject({ endReason: "finished", endsAt: running.endsAt, refund: null });
    expect(await movesOf(placed.orderId)).toBe("paid starting running completed");
    expect(await ledgerOf(placed.orderId)).toEqual([{ source: "counter", channel: "cash", amount: 5_000 }]);
    expect(world.motors.filter((ran) => ran.deviceId === deviceId)).toHaveLength(1);
  });

  it("[START-3] [G-5] for a coupon is free, and uses the coupon once", async () => {
    const chair = await addChair(world, outlet);
    const code = await makeCoupon(world.owner);
    const guest = await customer();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "coupon" };
    const { orderId } = await guest.order({ ...request, couponCode: ` ${code.toLowerCase()} ` });
    const running = await guest.reaches(orderId, "running");
    expect(running).toMatchObject({
      orderType: "coupon",
      couponProperty: "free",
      couponCode: code,
      cashCouponCode: null,
      amount: 0,
      minutes: 10,
      gear: 2,
    });
    expect(await usesOf(world.database, code)).toBe(1);
    expect(await ledgerOf(orderId)).toEqual([]);
    await guest.stop(orderId);
    await guest.reaches(orderId, "completed");
    expect(await usesOf(world.database, code)).toBe(1);
    expect((await guest.activate({ ...request, couponCode: code })).code).toBe(20402);
  });

  it("[START-3] for a cash coupon adds the price to the revenue, even if the coupon is worth more", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const guest = await customer();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cashCoupon" };
    const pay = async (coupon: Parameters<typeof makeCoupon>[1]) =>
      guest.activate({ ...request, cashCouponCode: await makeCoupon(world.owner, coupon) });
    expect((await pay({ property: "cash", valueMinor: 4_999 })).code).toBe(20404);
    expect((await pay({ property: "cash", valueMinor: 5_000, currency: "MYR" })).code).toBe(20404);
    expect((await pay({ property: "free" })).code).toBe(20407);

    const { data } = await pay({ property: "cash", valueMinor: 7_000 });
    const order = await guest.reaches(data.orderId, "completed");
    expect(order).toMatchObject({
      orderType: "cashCoupon",
      couponProperty: "cash",
      couponCode: null,
      amount: 5_000,
    });
    expect(order.cashCouponCode).toMatch(/^C-/);
    expect(await ledgerOf(data.orderId)).toEqual([{ source: "cashCoupon", channel: "cash", amount: 5_000 }]);
  });
});
