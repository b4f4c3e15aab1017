import { getOrder } from "@reposo/contract/orders/orders.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { eventually, type OrderApp, sharedOrderApp } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

it("[CNT-1] states a time before it reads an order, so that the event of a later change is newer", async () => {
  const outletId = await makeOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, { outletId });
  const orderId = await makeOrder(world.owner, { deviceId, outletId });
  const { token } = await makeManager(world.owner, { outletIds: [outletId] });
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isWaiting, resolve: waiting } = Promise.withResolvers<void>();
  const changing = transact(world.owner, async (uow) => {
    await sql`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`.execute(uow);
    locked();
    await isWaiting;
  });
  await isLocked;
  const reading = call(world.http, getOrder, { orderId }, { "access-token": token });
  await eventually(async () => {
    const waits = sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass`;
    expect(await waits.hasRows(world.owner)).toBe(true);
  });
  const beforeChange = world.clock.now().getTime();
  waiting();
  await changing;
  expect(Date.parse((await reading).data.serverTime)).toBeLessThanOrEqual(beforeChange);
});
