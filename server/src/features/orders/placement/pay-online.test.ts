import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { copyUnpaidOrder } from "#test/app/unpaid-orders.ts";
import { browserOf, decidePayment, managerOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

/** Places an unpaid order of a new customer on the chair. */
async function orderOnline(deviceId: string) {
  const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const placed = await guest.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
  const page = placed.payment?.redirectUrl as string;
  return {
    ...guest,
    ...placed,
    page,
    decide: (action: "pay" | "refuse" | "leave") => decidePayment(world.http, page, action),
  };
}

async function moneyOf(...orderIds: string[]) {
  const { rows } = await sql<{ source: string; amount: number }>`
    SELECT source, sum(amount_minor)::bigint AS amount FROM ledger_entry WHERE order_id = ANY(${orderIds}::uuid[])
    GROUP BY source ORDER BY source`.execute(world.database);
  return Object.fromEntries(rows.map(({ source, amount }) => [source, amount]));
}

describe("paying online", () => {
  it("[START-3] begins as an unpaid order without revenue, and the chair runs after the payment", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const order = await orderOnline(chair.deviceId);
    expect(order).toMatchObject({
      orderStatus: "unpaid",
      payment: { provider: "simulated", redirectUrl: expect.stringContaining("/pay/simulated/") },
    });
    const followed = await order.follow(order.orderId);
    expect(followed).toMatchObject({ payType: "online", orderType: "online", payment: order.payment });
    expect({ ...followed, serverTime: order.order.serverTime }).toEqual(order.order);
    const payableMs = Date.parse(order.payment?.expiresAt as string) - Date.parse(followed.orderTime);
    expect(payableMs).toBe(15 * 60_000);
    expect(await moneyOf(order.orderId)).toEqual({});

    await order.decide("pay");
    const ended = await order.reaches(order.orderId, "completed");
    expect(ended).toMatchObject({ endReason: "finished", payment: null, refund: null });
    expect(await moneyOf(order.orderId)).toEqual({ payment: 5_000 });
  });

  it("[START-3] [G-8] keeps the order if the database fails before the page is stored, and finds it by idempotency key", async () => {
    const chair = await addChair(world, outlet);
    const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "online" };
    const key = randomUUID();
    await sql`CREATE FUNCTION stop_database() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$`.execute(world.owner);
    await sql`CREATE TRIGGER stop_database BEFORE UPDATE ON payment EXECUTE FUNCTION stop_database()`.execute(
      world.owner,
    );
    const unavailable = await guest.activate(request, key);
    await sql`DROP TRIGGER stop_database ON payment`.execute(world.owner);
    expect(unavailable.code).toBe(503);
    const again = await guest.activate(request, key);
    expect(again).toMatchObject({ code: 200, data: { orderStatus: "unpaid" } });
    expect((await guest.follow(again.data.orderId)).orderStatus).toBe("unpaid");
  });

  it("[START-3] starts no chair and charges nothing if the customer refuses or leaves the payment", async () => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    await order.decide("leave");
    expect((await order.follow(order.orderId)).orderStatus).toBe("unpaid");
    await order.decide("refuse");
    expect(await order.follow(order.orderId)).toMatchObject({
      orderStatus: "cancelled",
      endReason: "paymentRefused",
    });
    await order.decide("pay");
    expect((await order.follow(order.orderId)).orderStatus).toBe("cancelled");
    expect(await moneyOf(order.orderId)).toEqual({});
    expect(chair.state().running).toBeNull();
  });

  it("[START-6] [G-4] processes a payment once if it is reported twenty times concurrently", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const order = await orderOnline(chair.deviceId);
    await Promise.all(Array.from({ length: 20 }, () => order.decide("pay")));
    await order.reaches(order.orderId, "completed");
    await order.decide("pay");
    expect(await moneyOf(order.orderId)).toEqual({ payment: 5_000 });
    expect(world.motors.filter((ran) => ran.orderId === order.orderId)).toHaveLength(1);
  });

  it("[START-3] [START-6] [G-2] [G-3] starts the chair for one of several concurrent payers, and refunds the others", async () => {
    const chair = await addChair(world, outlet);
    const payers = await Promise.all(Array.from({ length: 6 }, () => orderOnline(chair.deviceId)));
    await Promise.all(payers.map((payer) => payer.decide("pay")));
    const ends = await Promise.all(
      payers.map(({ orderId, follow }) =>
        eventually(async () => {
          const order = await follow(orderId);
          expect(["running", "refunded"]).toContain(order.orderStatus);
          return order;
        }),
      ),
    );
    expect(ends.filter((order) => order.orderStatus === "running")).toHaveLength(1);
    for (const order of ends.filter((one) => one.orderStatus === "refunded"))
      expect(order).toMatchObject({
        endReason: "deviceTaken",
        refunded: 5_000,
        refund: { state: "returned", amount: 5_000 },
      });
    expect(await moneyOf(...payers.map((payer) => payer.orderId))).toEqual({
      payment: 30_000,
      refund: -25_000,
    });
    expect(chair.state().running?.orderId).toBe(
      ends.find((order) => order.orderStatus === "running")?.orderId,
    );
  });

  it("[START-3] [G-3] refunds the payment if the chair has been started at the counter or has a fault", async () => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    const staff = await managerOf(world, outlet);
    const taken = await staff.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "cash",
    });
    await order.decide("pay");
    expect(await order.reaches(order.orderId, "refunded")).toMatchObject({ endReason: "deviceTaken" });
    await staff.reaches(taken.orderId, "running");
    await staff.stop(taken.orderId);
    await staff.reaches(taken.orderId, "completed");

    const later = await orderOnline(chair.deviceId);
    chair.setFaultCode("E7");
    await eventually(async () => {
      const { rows } = await sql<{ fault: string | null }>`
        SELECT fault FROM device WHERE device_id = ${chair.deviceId}`.execute(world.database);
      expect(rows[0]?.fault).toBe("E7");
    });
    await later.decide("pay");
    expect(await later.reaches(later.orderId, "refunded")).toMatchObject({
      endReason: "deviceUnavailable",
      refunded: 5_000,
    });
    const { rows } = await sql<{ to: string }>`
      SELECT to_status AS to FROM order_transition WHERE order_id = ${later.orderId} ORDER BY step`.execute(
      world.database,
    );
    expect(rows.map((row) => row.to)).toEqual(["unpaid", "paid", "failed", "refunded"]);
  });

  it("[START-3] [G-3] cancels the order after 15 minutes without a payment, and its page then accepts no payment", async () => {
    const chair = await addChair(world, outlet);
    const order = await orderOnline(chair.deviceId);
    world.advanceTime(15 * 60_000 + 1);
    expect(await order.reaches(order.orderId, "cancelled")).toMatchObject({ endReason: "paymentTimeout" });
    await eventually(async () =>
      expect((await world.app.payments.findPaymentOfOrder(order.orderId))?.state).toBe("refused"),
    );
    await order.decide("pay");
    expect((await order.follow(order.orderId)).orderStatus).toBe("cancelled");
    expect(await moneyOf(order.orderId)).toEqual({});
  });

  it("[START-3] accepts and starts another order on a chair with a thousand unpaid orders", async () => {
    const chair = await addChair(world, outlet, { speed: 60 });
    const unpaid = await orderOnline(chair.deviceId);
    await copyUnpaidOrder(world.owner, unpaid.orderId, 999);
    const order = await orderOnline(chair.deviceId);
    await order.decide("pay");
    expect(await order.reaches(order.orderId, "completed")).toMatchObject({ endReason: "finished" });
  });

  it("[START-3] refuses an unknown payment provider", async () => {
    const chair = await addChair(world, outlet);
    const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "online" };
    expect((await guest.activate({ ...request, provider: "nobody" })).code).toBe(20502);
  });
});
