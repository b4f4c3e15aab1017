import { deviceStatus, publicDevice } from "@reposo/contract/devices/devices.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
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

const readiness = async () => (await second.http.inject("/api/health/ready")).statusCode;

it("[START-4] refuses starts and extensions before any payment while the server has no connection to the broker", async () => {
  const [chair, occupied] = [await addChair(world, outlet), await addChair(world, outlet)];
  const manager = browserOf(
    second.http,
    (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token,
  );
  const customer = await makeCustomer(world.owner);
  const couponCode = await makeCoupon(world.owner);
  const guest = browserOf(second.http, customer.token);
  const chosen = { deviceId: chair.deviceId, priceId: outlet.priceIds[1] };
  const run = await manager.order({ ...chosen, deviceId: occupied.deviceId, payType: "cash" });
  await manager.reaches(run.orderId, "running");

  await world.broker.close();
  await eventually(async () => expect(await readiness()).toBe(503));
  // The test simulates a broker that was killed without sending last wills, so that its chairs still count as online.
  // One statement per chair cannot deadlock with the server, which may still be processing reports of both.
  for (const { deviceId } of [chair, occupied])
    await sql`UPDATE device SET online = true WHERE device_id = ${deviceId}`.execute(world.owner);
  const refused = await Promise.all([
    manager.activate({ ...chosen, payType: "cash" }),
    guest.activate({ ...chosen, payType: "online" }),
    guest.activate({ ...chosen, payType: "coupon", couponCode }),
    manager.extend({ orderId: run.orderId, priceId: outlet.priceIds[1], payType: "cash" }),
    call(second.http, deviceStatus, { deviceId: chair.deviceId }, { "access-token": customer.token }),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([20202, 20202, 20202, 20202, 20202]);
  const shown = await call(second.http, publicDevice, { deviceId: chair.deviceId }, {});
  expect(shown.data).toMatchObject({ online: false, available: false });
  // A customer with a running massage can still follow it.
  expect((await manager.follow(run.orderId)).orderStatus).toBe("running");
  const { rows } = await sql`SELECT FROM orders WHERE order_id <> ${run.orderId}`.execute(world.database);
  expect(rows).toHaveLength(0);
  expect(await usesOf(world.owner, couponCode)).toBe(0);

  const restarted = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: world.broker.port,
    serverSecret: world.brokerSecret,
    authenticateDevice: second.app.authenticateDevice,
    log: silentLog,
  });
  try {
    await eventually(async () => expect(await readiness()).toBe(200));
    await world.fleet.connected();
    // The last wills of the chairs' previous connections can arrive after the new connections.
    await eventually(async () => {
      const { data } = await call(second.http, publicDevice, { deviceId: chair.deviceId }, {});
      expect(data).toMatchObject({ online: true, available: true });
    });
    const accepted = await manager.order({ ...chosen, payType: "cash" });
    await manager.reaches(accepted.orderId, "running");
    for (const one of [chair, occupied]) one.pressStop();
    await manager.reaches(accepted.orderId, "completed");
    await manager.reaches(run.orderId, "completed");
    expect(await runAudit(world.database)).toEqual([]);
  } finally {
    await restarted.close();
  }
});
