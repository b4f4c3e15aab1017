import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { managerOf } from "#test/clients/order-browser.ts";
import { connectMqttChair } from "#test/app/mqtt-chair.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const hourMs = 3_600_000;
const staff = () => managerOf(world, outlet);
const secondsAhead = (wallClockMs: number | null) =>
  Math.round(((wallClockMs ?? 0) - world.clock.now().getTime()) / 1000);

it("[START-5] [PROTO-1] sends the time before the first start after a clock was corrected, so that the chair runs", async () => {
  world.advanceTime(hourMs);
  const chair = await addChair(world, outlet);
  await eventually(() => expect(secondsAhead(chair.state().wallClockMs)).toBeGreaterThan(-60));
  world.advanceTime(-hourMs);
  expect(secondsAhead(chair.state().wallClockMs)).toBeGreaterThan(3_500);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  const running = await manager.reaches(orderId, "running");
  expect(secondsAhead(chair.state().wallClockMs)).toBeLessThan(60);
  expect(Date.parse(running.endsAt as string) - world.clock.now().getTime()).toBeLessThanOrEqual(600_000);
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

const outcomesOf = async (orderId: string) =>
  (
    await sql<{ outcome: string }>`
      SELECT type || ' ' || outcome AS outcome FROM chair_command
      WHERE order_id = ${orderId} AND type IN ('start', 'extend') ORDER BY command_id`.rows(world.database)
  ).map(({ outcome }) => outcome);

/** Advances all clocks by the same time. */
const pass = (chair: VirtualChair, ms: number) => {
  world.advanceTime(ms);
  chair.clock.jump(ms);
};

it("[START-5] [PROTO-1] starts a chair whose clock is ahead, when more time has passed than the clock was ahead", async () => {
  world.advanceTime(60_000);
  const chair = await addChair(world, outlet);
  await eventually(() => expect(secondsAhead(chair.state().wallClockMs)).toBeGreaterThan(-5));
  world.advanceTime(-60_000);
  pass(chair, 90_000);
  expect(secondsAhead(chair.state().wallClockMs)).toBeGreaterThan(30);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  await manager.reaches(orderId, "running");
  expect(secondsAhead(chair.state().wallClockMs)).toBeLessThan(20);
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

it("[START-5] [PROTO-1] starts a chair immediately whose clock gained half a minute in three days without an order", async () => {
  const chair = await addChair(world, outlet);
  await eventually(() => expect(chair.state().wallClockMs).not.toBeNull());
  pass(chair, 72 * hourMs);
  chair.clock.jump(30_000);

  const manager = await staff();
  const order = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(order);
  await manager.reaches(orderId, "running");
  chair.pressStop();
  await manager.reaches(orderId, "completed");
});

it("[START-5] [PROTO-1] [PROTO-8] starts and extends a chair once whose clock jumps ahead right after a command", async () => {
  const chair = await addChair(world, outlet);
  await eventually(() => expect(chair.state().wallClockMs).not.toBeNull());
  const manager = await staff();
  const chosen = { priceId: outlet.priceIds[1], payType: "cash" };
  chair.clock.jump(hourMs);
  const { orderId } = await manager.order({ deviceId: chair.deviceId, ...chosen });
  expect(await manager.reaches(orderId, "running")).toMatchObject({ refunded: 0 });
  chair.clock.jump(hourMs);
  const { data } = await manager.extend({ orderId, ...chosen });
  expect(await manager.reaches(data.orderId, "running")).toMatchObject({ refunded: 0 });
  expect(chair.state().running).toMatchObject({ totalSeconds: 1_200 });
  expect(await outcomesOf(orderId)).toEqual(["start expired", "start done", "extend expired", "extend done"]);
  chair.pressStop();
  await manager.reaches(orderId, "completed");
  expect(world.motors.filter((ran) => ran.orderId === orderId)).toHaveLength(1);
});

it("[START-5] sends no third start to a chair that considers the second one expired, and refunds the payment", async () => {
  const chair = await connectMqttChair(world, outlet, {
    isOnline: true,
    replyTo: ({ type }) => ({ outcome: type === "start" ? "expired" : "done", running: null }),
  });
  const manager = await staff();
  const { orderId } = await manager.order({
    deviceId: chair.deviceId,
    priceId: outlet.priceIds[1],
    payType: "cash",
  });
  expect(await manager.reaches(orderId, "refunded")).toMatchObject({ endReason: "startDeadline" });
  const [first, second, ...others] = chair.received.filter(({ type }) => type === "start");
  expect(second).toMatchObject({ orderId, notAfter: first?.notAfter });
  expect(second?.commandId).not.toBe(first?.commandId);
  expect(others).toEqual([]);
  expect(await outcomesOf(orderId)).toEqual(["start expired", "start expired"]);
  await chair.close();
});
