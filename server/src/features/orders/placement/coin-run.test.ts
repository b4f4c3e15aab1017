import { deviceList, deviceStatus, publicDevice } from "@reposo/contract/devices/devices.ts";
import { otherSummary } from "@reposo/contract/revenue/revenue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { call } from "#test/clients/http-client.ts";
import {
  allCommandsSent,
  addChair,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { sql } from "#platform/postgres/sql.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

/** Opens a separate outlet with one chair, its manager, and a customer at the chair. */
async function open(speed = 1) {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, { speed });
  const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const customer = await makeCustomer(world.owner);
  const { deviceId } = chair;
  const { http } = world;
  const as = (token: string) => ({ "access-token": token });
  const listed = async (use: "all" | "inUse" | "idle") => {
    const answer = await call(http, deviceList, { use }, as(manager.token));
    return { rows: answer.data.items, total: answer.data.total };
  };
  return {
    outlet,
    chair,
    deviceId,
    customer: browserOf(http, customer.token),
    manager: browserOf(http, manager.token),
    status: (token = customer.token) => call(http, deviceStatus, { deviceId }, as(token)),
    managerStatus: () => call(http, deviceStatus, { deviceId }, as(manager.token)),
    readDevice: async () => (await call(http, publicDevice, { deviceId })).data,
    listed,
    counted: async () => (await call(http, otherSummary, undefined, as(manager.token))).data.devices.inUse,
    isInUse: () =>
      eventually(async () => {
        if ((await listed("inUse")).total !== 1) throw new Error("the chair is listed as idle");
      }),
    isIdle: () =>
      eventually(async () => {
        if ((await listed("idle")).total !== 1) throw new Error("the chair is listed as in use");
      }),
  };
}

const seconds = (from: Date, instant: string | null) => (Date.parse(instant ?? "") - from.getTime()) / 1000;

describe("[START-4] [DEV-1] a chair that runs on coins", () => {
  it("counts as in use for customers, managers, lists, and counts, and shows the remaining time", async () => {
    const here = await open();
    const before = world.clock.now();
    expect(await here.readDevice()).toMatchObject({ inUse: false, available: true, endsAt: null });
    here.chair.insertCoin(10_000, "PHP");
    await here.isInUse();
    // Its manager follows the order that the coin created, which also states the end from now on.
    await eventually(async () => expect(await here.managerStatus()).toMatchObject({ code: 200 }));

    const seen = await here.readDevice();
    expect(seen).toMatchObject({ inUse: true, available: false });
    // The chair's coin tariff gives ten minutes for this amount. The clocks of chair and server differ
    // by milliseconds.
    expect(seconds(before, seen.endsAt)).toBeGreaterThan(599);
    expect(seconds(world.clock.now(), seen.endsAt)).toBeLessThan(601);
    expect(await here.status()).toMatchObject({ code: 20203, data: { endsAt: seen.endsAt } });
    const { rows } = await here.listed("inUse");
    expect(rows).toMatchObject([{ inUse: true, orderId: (await here.managerStatus()).data }]);
    expect((await here.listed("idle")).total).toBe(0);
    expect(await here.counted()).toBe(1);
  });

  it("cannot be ordered, and no payment is requested", async () => {
    const here = await open();
    here.chair.insertCoin(10_000, "PHP");
    await here.isInUse();
    const { deviceId, outlet } = here;
    const priceId = outlet.priceIds[0];
    const online = await here.customer.activate({ deviceId, priceId, payType: "online" });
    expect(online).toMatchObject({ code: 20203 });
    expect(await here.manager.activate({ deviceId, priceId, payType: "cash" })).toMatchObject({
      code: 20203,
    });
    const { orders } = await sql<{ orders: number }>`
      SELECT count(*) AS orders FROM orders
      WHERE device_id = ${deviceId} AND order_type <> 'coin'`.firstRow(world.owner);
    expect(orders).toBe(0);
  });

  it("ends later after another coin, and is idle when the chair reports the end", async () => {
    const here = await open();
    here.chair.insertCoin(1_000, "PHP");
    await here.isInUse();
    const first = (await here.readDevice()).endsAt;
    here.chair.insertCoin(1_000, "PHP");
    await eventually(async () => {
      const { endsAt } = await here.readDevice();
      expect(Date.parse(endsAt ?? "") - Date.parse(first ?? "")).toBeGreaterThan(55_000);
    });
    here.chair.pressStop();
    await here.isIdle();
    expect(await here.status()).toMatchObject({ code: 200, data: null });
    expect(await here.readDevice()).toMatchObject({ inUse: false, available: true, endsAt: null });
    expect(await here.counted()).toBe(0);
  });

  it("becomes idle by the server's clock if the chair never reports the end", async () => {
    const here = await open();
    here.chair.insertCoin(1_000, "PHP");
    await here.isInUse();
    await goSilent(world, here.chair);
    world.advanceTime(55_000);
    expect((await here.readDevice()).inUse).toBe(true);
    world.advanceTime(30_000);
    await here.isIdle();
    expect(await here.status()).toMatchObject({ code: 200, data: null });
  });

  it("[CNT-2] [CHAIR-2] is stopped as soon as its chair reconnects, if it was offline at the stop", async () => {
    const here = await open();
    here.chair.insertCoin(10_000, "PHP");
    await here.isInUse();
    const { order_id: orderId } = await sql<{ order_id: string }>`
      SELECT order_id FROM orders WHERE device_id = ${here.deviceId}`.firstRow(world.owner);
    here.chair.setFaults({ offline: true });
    await eventually(() => expect(here.chair.state().connected).toBe(false));
    await here.manager.stop(orderId);
    await allCommandsSent(world);
    expect(here.chair.state().running).not.toBeNull();
    here.chair.setFaults({ offline: false });
    expect(await here.manager.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped" });
    expect(here.chair.state().running).toBeNull();
  });

  it("[START-5] refunds a customer in full if a coin is inserted while the customer pays", async () => {
    const here = await open();
    const { deviceId, outlet } = here;
    const { orderId, payment } = await here.customer.order({
      deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
    });
    here.chair.insertCoin(10_000, "PHP");
    await here.isInUse();
    await decidePayment(world.http, payment?.redirectUrl ?? "", "pay");
    const order = await here.customer.reaches(orderId, "refunded");
    expect(order).toMatchObject({ endReason: "deviceTaken", refund: { state: "returned", amount: 5_000 } });
    expect(here.chair.state().running).toMatchObject({ totalSeconds: 600 });
    const commands = await sql<{ type: string }>`
      SELECT type FROM chair_command
      WHERE device_id = ${deviceId} AND type = 'start'`.rows(world.owner);
    expect(commands).toEqual([]);
  });
});
