import { afterAll, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import {
  addChair,
  eventually,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
} from "#test/app/order-app.ts";
import { managerOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

it("[START-5] [G-3] returns the money for a start without an answer after the server's clock was set back", async () => {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet);
  await goSilent(world, chair);
  // The server started while its clock was a day ahead.
  world.advanceTime(-86_400_000);
  const manager = await managerOf(world, outlet);
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
  const { orderId } = await manager.order(request);
  await manager.reaches(orderId, "starting");
  await eventually(async () => {
    world.advanceTime(5_000);
    expect((await manager.follow(orderId)).orderStatus).toBe("refunded");
  });
  expect(await manager.follow(orderId)).toMatchObject({
    orderStatus: "refunded",
    endReason: "startDeadline",
  });
  expect(await runAudit(world.database)).toEqual([]);
});

it("[CNT-2] [START-5] [G-8] ends a massage at its start if the server's clock was set back before the start", async () => {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet);
  const manager = await managerOf(world, outlet);
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
  const { orderId } = await manager.order(request);
  const { startedAt } = await manager.reaches(orderId, "running");
  world.advanceTime(-3_600_000);
  await manager.stop(orderId);
  expect(await manager.reaches(orderId, "completed")).toMatchObject({ startedAt, endedAt: startedAt });
  expect(await runAudit(world.database)).toEqual([]);
});
