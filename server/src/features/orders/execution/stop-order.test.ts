import { randomUUID } from "node:crypto";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { orderStatuses } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import {
  allCommandsSent,
  addChair,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const customer = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const manager = async (outletId = outlet.outletId) =>
  browserOf(world.http, (await makeManager(world.owner, { outletIds: [outletId] })).token);

/** Places an order that a coupon pays, and waits until the chair runs it. */
async function runningOrder() {
  const chair = await addChair(world, outlet);
  const guest = await customer();
  const { orderId } = await guest.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[0],
    payType: "coupon",
    couponCode: await makeCoupon(world.owner),
  });
  await guest.reaches(orderId, "running");
  return { chair, guest, orderId };
}

describe("stopping an order", () => {
  it("[CNT-2] ends a running massage without a refund when the chair has confirmed the stop", async () => {
    const { chair, guest, orderId } = await runningOrder();
    expect((await guest.stop(orderId)).data.orderStatus).toBe("running");
    expect(await guest.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped", refunded: 0 });
    expect(chair.state().running).toBeNull();
    expect((await guest.stop(orderId)).code).toBe(20302);
  });

  it("[CNT-2] is refused for a running massage if the caller was asked about a cancellation", async () => {
    const { guest, orderId } = await runningOrder();
    expect((await guest.stop(orderId, { beforeStart: true })).code).toBe(20308);
    expect((await guest.follow(orderId)).orderStatus).toBe("running");
    expect((await guest.stop(orderId)).code).toBe(200);
    await guest.reaches(orderId, "completed");
  });

  it("[CNT-2] [START-5] [G-3] [G-5] returns cash and coupon of a start in progress, and stops the chair", async () => {
    const staff = await manager();
    const chair = await addChair(world, outlet);
    await goSilent(world, chair);
    const { orderId } = await staff.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "cash",
    });
    await staff.reaches(orderId, "starting");
    const stopped = await staff.stop(orderId);
    expect(stopped.data).toMatchObject({
      orderStatus: "refunded",
      endReason: "stopped",
      refunded: 5_000,
      refund: { state: "returned", amount: 5_000 },
    });

    const code = await makeCoupon(world.owner);
    const guest = await customer();
    const request = {
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "coupon",
      couponCode: code,
    };
    const given = await guest.order(request);
    expect((await guest.stop(given.orderId)).data).toMatchObject({ orderStatus: "failed", refund: null });
    expect(await usesOf(world.database, code)).toBe(0);
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().connected).toBe(true));
    const again = await guest.order(request);
    await guest.reaches(again.orderId, "running");
  });

  it("[CNT-2] cancels an unpaid order", async () => {
    const chair = await addChair(world, outlet);
    const guest = await customer();
    const { orderId } = await guest.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    expect((await guest.stop(orderId)).data).toMatchObject({
      orderStatus: "cancelled",
      endReason: "stopped",
      payment: null,
    });
    // The payment provider can confirm the payment after the customer has stopped the order. The payment is
    // refunded, and the order keeps its end reason.
    const { payments } = world.app;
    const payment = await payments.findPaymentOfOrder(orderId);
    await payments.settle(payment?.paymentId as string, "confirmed");
    expect(await guest.reaches(orderId, "refunded")).toMatchObject({ endReason: "stopped", refunded: 5_000 });
  });

  it("[CNT-2] is refused in every other status", async () => {
    const { chair, guest, orderId } = await runningOrder();
    // Waits for all messages about the start, so that they do not meet the status that the test sets.
    await eventually(() => expect(chair.state().pendingEvents).toBe(0));
    const live = ["unpaid", "paid", "starting", "running"];
    for (const status of orderStatuses.filter((one) => !live.includes(one))) {
      await sql`UPDATE orders SET status = ${status} WHERE order_id = ${orderId}`.execute(world.owner);
      expect((await guest.stop(orderId)).code).toBe(20302);
    }
    await sql`UPDATE orders SET status = 'running' WHERE order_id = ${orderId}`.execute(world.owner);
    await guest.stop(orderId);
    await guest.reaches(orderId, "completed");
  });

  it("[CNT-2] stops a chair that was briefly offline as soon as it reconnects", async () => {
    const chair = await addChair(world, outlet);
    const staff = await manager();
    const { orderId } = await staff.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[1],
      payType: "cash",
    });
    await staff.reaches(orderId, "running");
    chair.setFaults({ offline: true });
    await eventually(() => expect(chair.state().connected).toBe(false));
    await staff.stop(orderId);
    await allCommandsSent(world);
    expect(chair.state().running).not.toBeNull();
    chair.setFaults({ offline: false });
    expect(await staff.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped" });
  });

  it("[CNT-2] [START-5] sends a limited number of stop commands to a chair that refuses them", async () => {
    const chair = await addChair(world, outlet);
    const staff = await manager();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
    const { orderId } = await staff.order(request);
    await staff.reaches(orderId, "running");
    world.advanceTime(11 * 60_000);
    expect(await staff.reaches(orderId, "completed")).toMatchObject({ endReason: "silent" });
    // The chair reconnects and still runs the order that the server has ended.
    chair.setFaults({ refuse: "stuck", offline: true });
    await eventually(() => expect(chair.state().connected).toBe(false));
    chair.setFaults({ offline: false });
    const stops = async () => {
      const { rows } = await sql<{ stops: number; answered: number }>`
        SELECT count(*) AS stops, count(replied_at) AS answered FROM chair_command
        WHERE order_id = ${orderId} AND type = 'stop'`.execute(world.database);
      return rows[0];
    };
    await eventually(async () => expect((await stops())?.answered).toBeGreaterThan(0));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await stops())?.stops).toBeLessThanOrEqual(3);

    chair.setFaults({ refuse: null, offline: true });
    await eventually(() => expect(chair.state().connected).toBe(false));
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().running).toBeNull());
    expect((await staff.follow(orderId)).orderStatus).toBe("completed");
  });
});

describe("access to an order", () => {
  it("[G-9] is denied to other customers and to managers of other outlets", async () => {
    const chair = await addChair(world, outlet);
    const guest = await customer();
    const { orderId } = await guest.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "coupon",
      couponCode: await makeCoupon(world.owner),
    });
    const elsewhere = await makePricedOutlet(world.owner);
    for (const otherCaller of [await customer(), await manager(elsewhere.outletId)])
      for (const answer of [await otherCaller.getOrder(orderId), await otherCaller.stop(orderId)])
        expect(answer).toMatchObject({ code: 20301, data: null });
    for (const id of [randomUUID(), "nonsense", orderId.toUpperCase()])
      expect((await guest.getOrder(id)).code).toBe(20301);
    await guest.reaches(orderId, "running");
    expect((await (await manager()).getOrder(orderId)).code).toBe(200);
    await guest.stop(orderId);
  });

  it("[WHO-2] is granted to the browser that redeems the ticket of the payment page, including stopping", async () => {
    const chair = await addChair(world, outlet);
    const guest = await customer();
    const { orderId, payment } = await guest.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    const location = await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    const address = new URL(location, "https://chairs.example");
    expect(address.pathname).toBe("/pages/deviceOrder/order");
    expect(address.searchParams.get("orderId")).toBe(orderId);
    const { data } = await call(world.http, guestLogin, { ticket: address.searchParams.get("ticket") });
    const wallet = browserOf(world.http, data.token);
    await wallet.reaches(orderId, "running");
    await wallet.stop(orderId);
    await wallet.reaches(orderId, "completed");
  });
});
