import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { addChair, makePlace, openOrderApp, type OrderApp, type Place, soon } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let place: Place;
beforeAll(async () => {
  world = await openOrderApp();
  place = await makePlace(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const hourMs = 3_600_000;
const staff = async () =>
  browserOf(world.http, (await makeManager(world.owner, { outletIds: [place.outletId] })).token);
const secondsAhead = (timeOfDayMs: number | null) =>
  Math.round(((timeOfDayMs ?? 0) - world.clock.now().getTime()) / 1000);

it("[START-5] [PROTO-1] the first start after the clock was corrected runs: the chair is sent the time before it", async () => {
  world.hurry(hourMs);
  const chair = await addChair(world, place);
  await soon(() => expect(secondsAhead(chair.state().timeOfDayMs)).toBeGreaterThan(-60));
  world.hurry(-hourMs);
  expect(secondsAhead(chair.state().timeOfDayMs)).toBeGreaterThan(3_500);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: place.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  const running = await manager.reaches(orderId, "running");
  expect(secondsAhead(chair.state().timeOfDayMs)).toBeLessThan(60);
  expect(Date.parse(running.endsAt as string) - world.clock.now().getTime()).toBeLessThanOrEqual(600_000);
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

/** Of all clocks alike. */
const pass = (chair: VirtualChair, ms: number) => {
  world.hurry(ms);
  chair.clock.jump(ms);
};

it("[START-5] [PROTO-1] the first start runs when more time has passed since than the clock was ahead", async () => {
  world.hurry(60_000);
  const chair = await addChair(world, place);
  await soon(() => expect(secondsAhead(chair.state().timeOfDayMs)).toBeGreaterThan(-5));
  world.hurry(-60_000);
  pass(chair, 90_000);
  expect(secondsAhead(chair.state().timeOfDayMs)).toBeGreaterThan(30);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: place.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  await manager.reaches(orderId, "running");
  expect(secondsAhead(chair.state().timeOfDayMs)).toBeLessThan(20);
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

it("[START-5] [PROTO-1] a chair whose clock gained half a minute in three days without an order runs at once", async () => {
  const chair = await addChair(world, place);
  await soon(() => expect(chair.state().timeOfDayMs).not.toBeNull());
  pass(chair, 72 * hourMs);
  chair.clock.jump(30_000);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: place.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  await manager.reaches(orderId, "running");
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

it("[G-8] a run that began before the clock was set back does not end before it began", async () => {
  world.hurry(hourMs);
  const chair = await addChair(world, place);
  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: place.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  const { startedAt } = await manager.reaches(orderId, "running");
  world.hurry(-hourMs);
  chair.pressStop();
  const ended = await manager.reaches(orderId, "completed");
  expect(Date.parse(ended.endedAt as string)).toBeGreaterThanOrEqual(Date.parse(startedAt as string));
});
