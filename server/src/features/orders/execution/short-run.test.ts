import type { MqttClient } from "mqtt";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import {
  makePricedOutlet,
  type OrderApp,
  openOrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { connectMqttChair } from "#test/app/mqtt-chair.ts";

let world: OrderApp;
let outlet: PricedOutlet;
const connections: MqttClient[] = [];
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
  await sql`UPDATE outlet SET refund_policy = 'proportional' WHERE outlet_id = ${outlet.outletId}`.execute(
    world.owner,
  );
});
afterEach(async () => {
  for (const client of connections.splice(0)) await client.endAsync(true);
  expect(await runAudit(world.database)).toEqual([]);
});
afterAll(() => world.close());

/** Creates a chair that replies `done` to starts and extensions, and publishes what the test requests. */
async function openChair() {
  let totalSeconds = 0;
  const chair = await connectMqttChair(world, outlet, {
    replyTo({ type, orderId }) {
      if (type !== "start" && type !== "extend") return null;
      totalSeconds += 600;
      return { outcome: "done", running: { orderId, gear: 2, elapsedSeconds: 0, totalSeconds } };
    },
  });
  const { publish } = chair;
  connections.push(chair.client);
  await chair.goOnline();
  const ends =
    (type: "finished" | "stopped") =>
    (orderId: string, seconds: number | undefined, details: object = {}) =>
      publish("event", {
        epoch: "e",
        seq: 1,
        at: world.clock.now().toISOString(),
        type,
        orderId,
        seconds,
        ...details,
      });
  const repliesIdle = (commandId: string) => publish("reply", { commandId, outcome: "done", running: null });
  return { ...chair, repliesIdle, finished: ends("finished"), stopped: ends("stopped") };
}

/** Starts a massage of ten minutes for 100.00 that is paid online. */
async function arrange() {
  const chair = await openChair();
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const bought = { priceId: outlet.priceIds[1], payType: "online" };
  const { orderId, payment } = await customer.order({ deviceId: chair.deviceId, ...bought });
  await decidePayment(world.http, payment?.redirectUrl as string, "pay");
  await customer.reaches(orderId, "running");
  return { ...chair, customer, bought, orderId };
}

async function casesOf(orderId: string) {
  const { rows } = await sql<{ kind: string; detail: object; open: boolean }>`
    SELECT kind, detail, closed_at IS NULL AS open FROM attention_case WHERE order_id = ${orderId}`.execute(
    world.database,
  );
  return rows;
}

describe("a chair that reports `finished`", () => {
  it("[G-3] well before the end causes a refund of the unused minutes, and a case", async () => {
    const { customer, orderId, finished } = await arrange();
    world.advanceTime(60_000);
    await finished(orderId, 60);
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "fault" });
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(9_000));
    expect(await casesOf(orderId)).toEqual([
      { kind: "ranShort", detail: { told: "finished", boughtSeconds: 600, ranSeconds: 60 }, open: true },
    ]);
  });

  it("[G-3] without the duration is assessed by the time since the start", async () => {
    const { customer, orderId, finished } = await arrange();
    world.advanceTime(300_000);
    await finished(orderId, undefined);
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "fault" });
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(4_000));
    expect((await customer.follow(orderId)).refunded).toBeLessThanOrEqual(5_000);
  });

  it("[G-3] a few seconds early has completed the massage", async () => {
    const { customer, orderId, finished } = await arrange();
    await finished(orderId, 589);
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "finished" });
    expect(await customer.follow(orderId)).toMatchObject({ refund: null, refunded: 0 });
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("[G-3] late and without a usable clock has ended the massage after the time that it ran", async () => {
    const { customer, orderId, finished } = await arrange();
    // Before the deadline of the report, at which the server would end the run by itself.
    world.advanceTime(610_000);
    await finished(orderId, 600, { at: "2001-01-01T00:00:00.000Z" });
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "finished" });
    const { seconds } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM ended_at - started_at)::integer AS seconds FROM orders
      WHERE order_id = ${orderId}`.firstRow(world.owner);
    expect(seconds).toBe(600);
  });

  it("[G-3] [G-7] after the original duration, although it replied `done` to an extension, causes a refund of the extension", async () => {
    const { customer, bought, orderId, finished } = await arrange();
    const { data } = await customer.extend({ orderId, ...bought });
    await decidePayment(world.http, data.payment?.redirectUrl as string, "pay");
    await customer.reaches(data.orderId, "running");
    world.advanceTime(600_000);
    await finished(orderId, 600);
    await customer.reaches(orderId, "completed");
    await eventually(async () => expect((await customer.follow(data.orderId)).refunded).toBe(10_000));
    expect(await customer.follow(orderId)).toMatchObject({ refund: null, refunded: 0 });
    expect(await casesOf(orderId)).toMatchObject([
      { kind: "ranShort", detail: { boughtSeconds: 1_200, ranSeconds: 600 } },
    ]);
  });

  it("[START-5] after a stop was requested counts as stopped, without a refund", async () => {
    const { customer, orderId, finished, received } = await arrange();
    const stopped = customer.stop(orderId);
    await eventually(() => expect(received.map(({ type }) => type)).toContain("stop"));
    await finished(orderId, 60);
    await stopped;
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped", refunded: 0 });
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("[START-5] [G-3] without a usable time, long after a stop was requested, counts as stopped", async () => {
    const { deviceId, customer, orderId, finished, received, repliesIdle } = await arrange();
    world.advanceTime(60_000);
    const stopping = customer.stop(orderId);
    await eventually(() => expect(received.map(({ type }) => type)).toContain("stop"));
    await repliesIdle(received.find(({ type }) => type === "stop")?.commandId as string);
    await stopping;
    await customer.reaches(orderId, "completed");
    world.advanceTime(11 * 60_000);
    await finished(orderId, 60, { at: null });
    await eventually(async () => {
      const { rows } = await sql`
        SELECT FROM chair_event WHERE device_id = ${deviceId} AND type = 'finished'`.execute(world.database);
      expect(rows).toHaveLength(1);
    });
    expect(await customer.follow(orderId)).toMatchObject({ endReason: "stopped", refunded: 0 });
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("[START-5] [G-3] only after the server has ended its run closes the case of the unconfirmed end", async () => {
    const whole = await arrange();
    const short = await arrange();
    world.advanceTime(11 * 60_000);
    for (const { customer, orderId } of [whole, short]) {
      expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "silent" });
      expect(await casesOf(orderId)).toMatchObject([{ kind: "endUnheard", open: true }]);
    }
    await whole.finished(whole.orderId, 600);
    await short.finished(short.orderId, 120);
    await eventually(async () =>
      expect(await casesOf(whole.orderId)).toMatchObject([{ kind: "endUnheard", open: false }]),
    );
    await eventually(async () => expect((await short.customer.follow(short.orderId)).refunded).toBe(8_000));
    expect((await casesOf(short.orderId)).filter(({ open }) => open)).toMatchObject([{ kind: "ranShort" }]);
    expect((await whole.customer.follow(whole.orderId)).refunded).toBe(0);
  });
});

describe("a chair that reports `stopped`", () => {
  const unexplained = { told: "unexplained", boughtSeconds: 600, ranSeconds: 60 };

  it.each([
    ["for an unknown reason", { reason: "bored" }],
    ["for no reason", {}],
  ])(
    "[G-3] [CNT-2] %s without a request causes a refund of the unused minutes, and a case",
    async (_what, details) => {
      const { customer, orderId, stopped } = await arrange();
      world.advanceTime(60_000);
      await stopped(orderId, 60, details);
      expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "fault" });
      await eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(9_000));
      expect(await casesOf(orderId)).toEqual([{ kind: "ranShort", detail: unexplained, open: true }]);
    },
  );

  it("[G-3] with a fault causes a refund without a case", async () => {
    const { customer, orderId, stopped } = await arrange();
    await stopped(orderId, 60, { fault: "E7" });
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "fault" });
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(0));
    expect(await casesOf(orderId)).toEqual([]);
  });

  it.each(["button", "command"])(
    "[CNT-2] by '%s' counts as stopped by a person, without a refund",
    async (reason) => {
      const { customer, orderId, stopped } = await arrange();
      await stopped(orderId, 60, { reason });
      expect(await customer.reaches(orderId, "completed")).toMatchObject({
        endReason: "stopped",
        refunded: 0,
      });
      expect(await casesOf(orderId)).toEqual([]);
    },
  );

  it("[CNT-2] for an unknown reason after a stop was requested counts as stopped by the request", async () => {
    const { customer, orderId, stopped, received } = await arrange();
    const stopping = customer.stop(orderId);
    await eventually(() => expect(received.map(({ type }) => type)).toContain("stop"));
    await stopped(orderId, 60, { reason: "because" });
    await stopping;
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped", refunded: 0 });
    expect(await casesOf(orderId)).toEqual([]);
  });

  it("[G-3] a minute before a stop was requested counts as ended by a fault", async () => {
    const { customer, orderId, stopped, received } = await arrange();
    world.advanceTime(120_000);
    const at = new Date(world.clock.now().getTime() - 60_000).toISOString();
    const stopping = customer.stop(orderId);
    await eventually(() => expect(received.map(({ type }) => type)).toContain("stop"));
    await stopped(orderId, 60, { at });
    await stopping;
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "fault" });
    await eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(9_000));
  });

  it.each([
    ["with a fault", { reason: "fault" }],
    ["for no reason", {}],
  ])(
    "[G-3] [G-7] %s before a stop, after its reply that it is idle, causes a refund",
    async (_what, details) => {
      const { customer, orderId, stopped, received, repliesIdle } = await arrange();
      world.advanceTime(60_000);
      const at = world.clock.now().toISOString();
      world.advanceTime(30_000);
      await customer.stop(orderId);
      const stop = await eventually(() => {
        const found = received.find(({ type }) => type === "stop");
        expect(found).toBeDefined();
        return found as (typeof received)[number];
      });
      await repliesIdle(stop.commandId);
      expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped" });
      // The event was lost and is sent again.
      world.advanceTime(60_000);
      await stopped(orderId, 60, { at, ...details });
      await eventually(async () => expect((await customer.follow(orderId)).refunded).toBeGreaterThan(8_900));
      expect(await customer.follow(orderId)).toMatchObject({
        orderStatus: "completed",
        endReason: "stopped",
      });
    },
  );

  it("[G-3] without a request when the massage was almost over has completed it", async () => {
    const { customer, orderId, stopped } = await arrange();
    await stopped(orderId, 590);
    expect(await customer.reaches(orderId, "completed")).toMatchObject({ endReason: "stopped", refunded: 0 });
    expect(await casesOf(orderId)).toEqual([]);
  });
});
