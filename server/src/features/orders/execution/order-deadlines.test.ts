import { randomUUID } from "node:crypto";
import { chairTopic, type PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import mqtt from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { makeCoupon, usesOf } from "#test/app/coupon-factory.ts";
import { type FrozenClock, freezeClock } from "#test/time/frozen-clock.ts";
import {
  addChair,
  allCommandsSent,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment, managerOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
let time: FrozenClock | null = null;
afterEach(async () => {
  time?.release();
  time = null;
  expect(await runAudit(world.database)).toEqual([]);
});
afterAll(() => world.close());

const guest = async () => browserOf(world.http, (await makeCustomer(world.owner)).token);
const staff = () => managerOf(world, outlet);
const casesOf = async (orderId: string) =>
  (await listOpenCases(world.database)).filter((one) => one.orderId === orderId).map((one) => one.kind);
const commandsOf = async (orderId: string) => {
  const { rows } = await sql<{ type: string }>`
    SELECT type FROM chair_command WHERE order_id = ${orderId} ORDER BY command_id`.execute(world.database);
  return rows.map((row) => row.type);
};

async function silentChair() {
  const chair = await addChair(world, outlet);
  await goSilent(world, chair);
  return chair;
}

describe("a chair that does not reply", () => {
  it("[START-5] [G-3] [G-5] is requested to report after 20 s, and after 35 s cash and coupon are returned", async () => {
    const [one, other] = [await silentChair(), await silentChair()];
    const manager = await staff();
    const customer = await guest();
    const priceId = outlet.priceIds[0];
    time = freezeClock(world);
    const cash = await manager.order({ deviceId: one.deviceId, priceId, payType: "cash" });
    const code = await makeCoupon(world.owner);
    const free = await customer.order({
      deviceId: other.deviceId,
      priceId,
      payType: "coupon",
      couponCode: code,
    });
    await manager.reaches(cash.orderId, "starting");
    await customer.reaches(free.orderId, "starting");
    expect(await usesOf(world.database, code)).toBe(1);

    time.advance(19_999);
    await world.app.orders.processDueDeadlines();
    expect((await manager.follow(cash.orderId)).orderStatus).toBe("starting");
    expect(await commandsOf(cash.orderId)).toEqual(["start"]);
    time.advance(1);
    await eventually(async () => expect(await commandsOf(cash.orderId)).toEqual(["start", "report"]));
    await eventually(async () => expect(await commandsOf(free.orderId)).toEqual(["start", "report"]));
    time.advance(14_999);
    await world.app.orders.processDueDeadlines();
    expect((await manager.follow(cash.orderId)).orderStatus).toBe("starting");

    time.advance(1);
    expect(await manager.reaches(cash.orderId, "refunded")).toMatchObject({
      endReason: "startDeadline",
      refunded: 5_000,
      startedAt: null,
    });
    expect(await customer.reaches(free.orderId, "failed")).toMatchObject({ endReason: "startDeadline" });
    expect(await usesOf(world.database, code)).toBe(0);
    expect(await commandsOf(cash.orderId)).toEqual(["start", "report", "stop"]);
    // The chairs have received no start, so they do not run after they reconnect.
    for (const chair of [one, other]) chair.setFaults({ offline: false });
    await eventually(() => expect(one.state().connected && other.state().connected).toBe(true));
    expect(one.state().running).toBeNull();
    await manager.order({ deviceId: one.deviceId, priceId, payType: "cash" });
  });

  it("[START-5] [G-3] causes a refund of an online payment, which the customer sees", async () => {
    const chair = await addChair(world, outlet);
    const customer = await guest();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "online" };
    const { orderId, payment } = await customer.order(request);
    chair.setFaults({ refuse: "motorHot" });
    await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    expect(await customer.reaches(orderId, "refunded")).toMatchObject({
      endReason: "refused",
      refusalReason: "motorHot",
      refund: { state: "returned", amount: 5_000 },
    });
  });

  it("[START-5] [G-3] is stopped if it runs after the refund, and a case is opened", async () => {
    const chair = await silentChair();
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
    const { orderId } = await manager.order(request);
    await manager.reaches(orderId, "starting");
    world.advanceTime(20_001);
    await eventually(async () => expect(await commandsOf(orderId)).toContain("report"));
    world.advanceTime(15_001);
    await manager.reaches(orderId, "refunded");
    await allCommandsSent(world);
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().connected).toBe(true));

    // Simulates a start command that was delayed and arrives now.
    const late = await mqtt.connectAsync(world.broker.url, {
      clientId: "server-late",
      username: serverUsername,
      password: world.brokerSecret,
    });
    const now = world.clock.now();
    const command: PayloadOf<"command"> = {
      commandId: randomUUID(),
      type: "start",
      orderId,
      gear: 2,
      seconds: 600,
      notAfter: new Date(now.getTime() + 60_000).toISOString(),
      serverTime: now.toISOString(),
    };
    await late.publishAsync(chairTopic(chair.deviceId, "command"), JSON.stringify(command), { qos: 1 });
    await late.endAsync();
    await eventually(() => expect(world.motors.filter((ran) => ran.orderId === orderId)).toHaveLength(1));
    expect(chair.state().running).toBeNull();
    await eventually(async () => expect(await casesOf(orderId)).toEqual(["ranAfterRefund"]));
    expect((await manager.follow(orderId)).orderStatus).toBe("refunded");
  });
});

describe("the server", () => {
  it("[START-5] confirms a run by state and events if the reply was lost", async () => {
    const chair = await addChair(world, outlet, { speed: 60, faults: { noReply: true } });
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const { orderId } = await manager.order(request);
    await manager.reaches(orderId, "completed");
    expect((await manager.follow(orderId)).endReason).toBe("finished");
  });

  it("[G-11] lets a chair run for its whole time if its clock jumps by a year", async () => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    for (const days of [-365, -1, 365]) {
      chair.clock.jump(days * 86_400_000);
      const { orderId } = await manager.order(request);
      const running = await manager.reaches(orderId, "running");
      // A state that is processed after the stop causes a second stop, whose reply contains the time.
      await eventually(() => expect(chair.state().pendingEvents).toBe(0));
      expect(Date.parse(running.startedAt as string)).toBeGreaterThanOrEqual(Date.parse(running.orderTime));
      await manager.stop(orderId);
      const ended = await manager.reaches(orderId, "completed");
      expect(Date.parse(ended.endedAt as string)).toBeGreaterThanOrEqual(
        Date.parse(ended.startedAt as string),
      );
      expect(ended.endsAt).toBe(running.endsAt);
    }
  });

  it.each([
    ["the button", "stopped", (chair: Chair) => chair.pressStop()],
    ["a fault", "fault", (chair: Chair) => chair.setFaultCode("E7")],
    ["a power cut", "powerLoss", (chair: Chair) => chair.powerCut(50)],
  ] as const)(
    "[CNT-2] completes a run that was ended by %s with the reason %s",
    async (_what, endReason, act) => {
      const chair = await addChair(world, outlet);
      const manager = await staff();
      const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
      const { orderId } = await manager.order(request);
      await manager.reaches(orderId, "running");
      act(chair);
      expect(await manager.reaches(orderId, "completed")).toMatchObject({ endReason, refunded: 0 });
    },
  );

  it("[START-5] completes a run of a silent chair 30 s after its scheduled end, and not before", async () => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const { orderId } = await manager.order(request);
    const running = await manager.reaches(orderId, "running");
    chair.setFaults({ offline: true });
    time = freezeClock(world);
    const leftMs = Date.parse(running.endsAt as string) - world.clock.now().getTime();
    time.advance(leftMs + 29_999);
    await world.app.orders.processDueDeadlines();
    expect((await manager.follow(orderId)).orderStatus).toBe("running");
    time.advance(1);
    expect(await manager.reaches(orderId, "completed")).toMatchObject({
      endReason: "silent",
      endedAt: running.endsAt,
    });
    expect(await casesOf(orderId)).toEqual(["endUnheard"]);
    // The chair's later report changes nothing and closes the case.
    chair.pressStop();
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().pendingEvents).toBe(0));
    expect(await manager.follow(orderId)).toMatchObject({ orderStatus: "completed", endReason: "silent" });
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("[START-5] [G-3] refunds the unused minutes when a chair reports a fault after the end of the massage", async () => {
    const chair = await addChair(world, outlet);
    const { token } = await makeCustomer(world.owner);
    const customer = browserOf(world.http, token);
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "online" };
    const { orderId, payment } = await customer.order(request);
    await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    await customer.reaches(orderId, "running");
    chair.setFaults({ offline: true });
    chair.setFaultCode("E7");
    world.advanceTime(11 * 60_000);
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "silent", refunded: 0 });
    chair.setFaults({ offline: false });
    const order = await eventually(async () => {
      const now = await customer.follow(orderId);
      expect(now.refund).toMatchObject({ state: "returned" });
      return now;
    });
    expect(order).toMatchObject({ orderStatus: "completed", endReason: "silent" });
    expect(order.refunded).toBeGreaterThan(8_000);
    expect(order.refunded).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ["during", 300_000, "powerLoss"],
    ["after", 660_000, "silent"],
  ])(
    "[START-5] [G-3] refunds the minutes since a power loss that the chair reports %s the massage",
    async (_when, offlineMs, endReason) => {
      const chair = await addChair(world, outlet);
      const customer = await guest();
      const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "online" };
      const { orderId, payment } = await customer.order(request);
      await decidePayment(world.http, payment?.redirectUrl as string, "pay");
      await customer.reaches(orderId, "running");
      chair.setFaults({ offline: true });
      chair.powerCut(50);
      world.advanceTime(offlineMs);
      if (endReason === "silent") await customer.reaches(orderId, "completed");
      chair.setFaults({ offline: false });
      // The policy of the outlet is `proportional`, and the chair ran for a few seconds of ten minutes.
      await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(9_000));
      expect(await customer.follow(orderId)).toMatchObject({ orderStatus: "completed", endReason });
    },
  );

  it("[START-5] ends the run of a chair that lost its memory and reports no run", async () => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const { orderId } = await manager.order(request);
    await manager.reaches(orderId, "running");
    world.advanceTime(6_000);
    chair.resetMemory();
    await eventually(async () => {
      const { rows } = await sql<{ soonDue: boolean }>`
        SELECT deadline_at < ${new Date(world.clock.now().getTime() + 11_000)} AS "soonDue"
        FROM orders WHERE order_id = ${orderId}`.execute(world.database);
      expect(rows[0]?.soonDue).toBe(true);
    });
    world.advanceTime(10_000);
    expect(await manager.reaches(orderId, "completed")).toMatchObject({ endReason: "silent" });
    expect(await casesOf(orderId)).toEqual(["endUnheard"]);
  });

  it.each([
    ["sent again by the chair, and followed by the current state", {}],
    ["retained by a restarted broker", { isStateRetained: true }],
  ] as const)("[START-5] [G-7] lets a massage run on after an outdated state %s", async (_what, retained) => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[1], payType: "cash" };
    const { orderId } = await manager.order(request);
    await manager.reaches(orderId, "running");
    await eventually(() => expect(chair.state().pendingEvents).toBe(0));
    world.advanceTime(6_000);
    const { bootId, epoch } = chair.state();
    const state = { online: true, firmware: "1", fault: null, coinCounter: 0, epoch, bootId } as const;
    const running = { orderId, gear: 2, elapsedSeconds: 6, totalSeconds: 600 };
    const { chairIntake } = world.app;
    await chairIntake.process(chair.deviceId, () => ({ state: { ...state, running: null }, ...retained }));
    if (!("isStateRetained" in retained))
      await chairIntake.process(chair.deviceId, () => ({ state: { ...state, running } }));
    world.advanceTime(11_000);
    await world.app.orders.processDueDeadlines();
    expect((await manager.follow(orderId)).orderStatus).toBe("running");
    await manager.stop(orderId);
    expect(await manager.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped" });
  });

  it("[START-5] stops a run without an order, and opens a case", async () => {
    const chair = await addChair(world, outlet);
    const otherChair = await addChair(world, outlet);
    const manager = await staff();
    const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const { orderId } = await manager.order(request);
    await manager.reaches(orderId, "running");
    const state = {
      online: true,
      firmware: "1",
      fault: null,
      coinCounter: 0,
      epoch: "e",
      bootId: "b",
    } as const;
    const running = { orderId, gear: 1, elapsedSeconds: 3, totalSeconds: 60 };
    for (let twice = 0; twice < 2; twice += 1)
      await world.app.chairIntake.process(otherChair.deviceId, () => ({ state: { ...state, running } }));
    const cases = (await listOpenCases(world.database)).filter((one) => one.deviceId === otherChair.deviceId);
    expect(cases.map((one) => one.kind)).toEqual(["runWithoutOrder"]);
    expect((await manager.follow(orderId)).orderStatus).toBe("running");
    await manager.stop(orderId);
    await manager.reaches(orderId, "completed");
  });
});

type Chair = Awaited<ReturnType<typeof addChair>>;
