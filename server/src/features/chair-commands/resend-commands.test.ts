import { sql } from "#platform/postgres/sql.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
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
import { connectMqttChair, idleState } from "#test/app/mqtt-chair.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => expect(await runAudit(world.database)).toEqual([]));
afterAll(() => world.close());

const staff = () => managerOf(world, outlet);

const tenMinutes = () => ({ priceId: outlet.priceIds[1], payType: "cash" });

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
    await allCommandsSent(world);
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
    await allCommandsSent(world);
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
    await allCommandsSent(world);
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
    await allCommandsSent(world);
    world.advanceTime(15_001);
    await manager.reaches(first.orderId, "refunded");
    await manager.reaches(second.orderId, "refunded");
    expect([...runsOf(stopped), ...runsOf(expired)]).toEqual([]);
    expect([stopped, expired].map((chair) => chair.state().running)).toEqual([null, null]);
  });
});

it("[START-5] sends an unanswered start at most twice per second, however often the chair reports", async () => {
  const chair = await connectMqttChair(world, outlet, { isOnline: true });
  try {
    const starts = () => chair.received.filter(({ type }) => type === "start");
    const startMs = performance.now();
    const manager = await staff();
    const { orderId } = await manager.order({ deviceId: chair.deviceId, ...tenMinutes() });
    await eventually(async () => {
      for (let reports = 0; reports < 50; reports += 1) await chair.publish("state", idleState);
      expect(starts().length).toBeGreaterThanOrEqual(3);
    });
    const [first, ...others] = starts();
    expect(new Set(others.map(({ commandId }) => commandId))).toEqual(new Set([first?.commandId]));
    expect(starts().length).toBeLessThanOrEqual(2 + (performance.now() - startMs) / 500);
    await manager.stop(orderId);
  } finally {
    await chair.close();
  }
});
