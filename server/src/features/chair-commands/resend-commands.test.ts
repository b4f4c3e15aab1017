import { sql } from "#platform/postgres/sql.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  goSilent,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const staff = async () =>
  browserOf(world.http, (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token);

const tenMinutes = () => ({ priceId: outlet.priceIds[1], payType: "cash" });

/** Resolves when no command is waiting to be sent, so that all commands to a disconnected chair are lost. */
const allSent = () =>
  eventually(async () => {
    const { rows } = await sql`SELECT FROM outbox WHERE kind = 'send-command'`.execute(world.database);
    expect(rows).toHaveLength(0);
  });

/** Disconnects a chair, and waits until the server knows that it is offline. */
async function goOffline(chair: VirtualChair): Promise<void> {
  chair.setFaults({ offline: true });
  await eventually(async () => {
    const { rows } = await sql<{ online: boolean }>`
      SELECT online FROM device WHERE device_id = ${chair.deviceId}`.execute(world.database);
    expect(rows[0]?.online).toBe(false);
  });
}

const runsOf = ({ deviceId }: VirtualChair) => world.motors.filter((ran) => ran.deviceId === deviceId);

describe("a command that its chair never received", () => {
  it("[START-5] [PROTO-1] resends a start as soon as the chair is back online, and the chair runs once", async () => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    await goSilent(world, chair);
    const { orderId } = await manager.order({ deviceId: chair.deviceId, ...tenMinutes() });
    await allSent();
    expect((await manager.follow(orderId)).orderStatus).toBe("starting");
    chair.setFaults({ offline: false });
    expect(await manager.reaches(orderId, "running")).toMatchObject({ refunded: 0 });
    chair.pressStop();
    await manager.reaches(orderId, "completed");
    expect(runsOf(chair)).toHaveLength(1);
  });

  it("[START-5] [PROTO-1] resends a start to a chair that restarted before it could store the command", async () => {
    const chair = await addChair(world, outlet, { faults: { powerOffMs: 200 } });
    const manager = await staff();
    chair.setFaults({ powerCutAt: "beforeStore" });
    const { orderId } = await manager.order({ deviceId: chair.deviceId, ...tenMinutes() });
    await manager.reaches(orderId, "running");
    chair.pressStop();
    await manager.reaches(orderId, "completed");
    expect(runsOf(chair)).toHaveLength(1);
  });

  it("[START-5] [PROTO-8] resends an extension as soon as the chair is back online, and it is added once", async () => {
    const chair = await addChair(world, outlet);
    const manager = await staff();
    const { orderId } = await manager.order({ deviceId: chair.deviceId, ...tenMinutes() });
    await manager.reaches(orderId, "running");
    await goSilent(world, chair);
    const { data } = await manager.extend({ orderId, ...tenMinutes() });
    await allSent();
    chair.setFaults({ offline: false });
    await manager.reaches(data.orderId, "running");
    expect(chair.state().running).toMatchObject({ totalSeconds: 1_200 });
    chair.pressStop();
    await manager.reaches(orderId, "completed");
  });

  it("[START-3] [START-5] sends a start to a briefly offline chair when it reconnects after the payment", async () => {
    const [chair, offlineChair] = [await addChair(world, outlet), await addChair(world, outlet)];
    const { token } = await makeCustomer(world.owner);
    const customer = browserOf(world.http, token);
    const order = ({ deviceId }: VirtualChair) =>
      customer.order({ deviceId, priceId: outlet.priceIds[1], payType: "online" });
    const [first, second] = [await order(chair), await order(offlineChair)];
    await Promise.all([goOffline(chair), goOffline(offlineChair)]);
    await sql`UPDATE device SET last_seen_at = last_seen_at - interval '1 minute'
      WHERE device_id = ${offlineChair.deviceId}`.execute(world.owner);
    for (const { payment } of [first, second])
      await decidePayment(world.http, payment?.redirectUrl as string, "pay");
    expect(await customer.reaches(second.orderId, "refunded")).toMatchObject({
      endReason: "deviceUnavailable",
    });
    expect((await customer.follow(first.orderId)).orderStatus).toBe("starting");
    chair.setFaults({ offline: false });
    expect(await customer.reaches(first.orderId, "running")).toMatchObject({ refunded: 0 });
    chair.pressStop();
    await customer.reaches(first.orderId, "completed");
    expect(runsOf(chair)).toHaveLength(1);
    expect(runsOf(offlineChair)).toHaveLength(0);
  });

  it("[START-5] does not resend a start after its order was stopped or the command has expired", async () => {
    const manager = await staff();
    const [stopped, expired] = [await addChair(world, outlet), await addChair(world, outlet)];
    await Promise.all([goSilent(world, stopped), goSilent(world, expired)]);
    const first = await manager.order({ deviceId: stopped.deviceId, ...tenMinutes() });
    const second = await manager.order({ deviceId: expired.deviceId, ...tenMinutes() });
    await allSent();
    await manager.stop(first.orderId);
    world.advanceTime(20_001);
    stopped.setFaults({ offline: false });
    expired.setFaults({ offline: false });
    await world.fleet.connected();
    const wasQueried = async () => {
      const { rows } = await sql`
        SELECT FROM chair_command WHERE order_id = ${second.orderId} AND type = 'report'`.execute(
        world.database,
      );
      expect(rows).toHaveLength(1);
    };
    await eventually(wasQueried);
    await allSent();
    world.advanceTime(15_001);
    await manager.reaches(first.orderId, "refunded");
    await manager.reaches(second.orderId, "refunded");
    expect([...runsOf(stopped), ...runsOf(expired)]).toEqual([]);
    expect([stopped, expired].map((chair) => chair.state().running)).toEqual([null, null]);
  });
});

it("[START-5] sends an unanswered start at most twice per second, however often the chair reports", async () => {
  const deviceId = await makeDevice(world.owner, { ...outlet, online: true });
  const secret = await transact(world.database, (uow) => rotateCredential(uow, deviceId, world.clock.now()));
  const chair = await mqtt.connectAsync(world.broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: secret as string,
    reconnectPeriod: 0,
  });
  try {
    const received: PayloadOf<"command">[] = [];
    chair.on("message", (_topic, payload) => {
      const command = JSON.parse(payload.toString()) as PayloadOf<"command">;
      if (command.type === "start") received.push(command);
    });
    await chair.subscribeAsync(`chairs/${deviceId}/command`, { qos: 1 });
    const startMs = performance.now();
    const manager = await staff();
    const { orderId } = await manager.order({ deviceId, ...tenMinutes() });
    const idle = { bootId: "b", firmware: "f", running: null, fault: null, coinCounter: 0, epoch: "e" };
    await eventually(async () => {
      for (let reports = 0; reports < 50; reports += 1)
        await chair.publishAsync(`chairs/${deviceId}/state`, JSON.stringify({ online: true, ...idle }), {
          qos: 1,
        });
      expect(received.length).toBeGreaterThanOrEqual(3);
    });
    const [first, ...others] = received;
    expect(new Set(others.map(({ commandId }) => commandId))).toEqual(new Set([first?.commandId]));
    expect(received.length).toBeLessThanOrEqual(2 + (performance.now() - startMs) / 500);
    await manager.stop(orderId);
  } finally {
    await chair.endAsync(true);
  }
});
