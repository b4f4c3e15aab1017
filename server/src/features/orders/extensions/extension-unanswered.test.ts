import type { MqttClient } from "mqtt";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import {
  makePricedOutlet,
  type OrderApp,
  openOrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { managerOf } from "#test/clients/order-browser.ts";
import { connectMqttChair } from "#test/app/mqtt-chair.ts";

let world: OrderApp;
let outlet: PricedOutlet;
const connections: MqttClient[] = [];
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => {
  for (const client of connections.splice(0)) await client.endAsync(true);
  expect(await runAudit(world.database)).toEqual([]);
});
afterAll(() => world.close());

/** Connects a chair that replies to start commands and never to extend commands. Only its events show what it did. */
async function openSilentChair() {
  const chair = await connectMqttChair(world, outlet, {
    replyTo: ({ type, orderId }) =>
      type === "start"
        ? { outcome: "done", running: { orderId, gear: 2, elapsedSeconds: 0, totalSeconds: 600 } }
        : null,
  });
  connections.push(chair.client);
  await chair.goOnline();
  const ended = (orderId: string, type: "finished" | "stopped", seconds: number) =>
    chair.publish("event", {
      epoch: "e",
      seq: 1,
      at: world.clock.now().toISOString(),
      type,
      orderId,
      seconds,
    });
  return { ...chair, ended };
}

/** Starts a massage of ten minutes, and sends an extension of ten minutes to which the chair does not reply. */
async function arrange() {
  const chair = await openSilentChair();
  const manager = await managerOf(world, outlet);
  const bought = { priceId: outlet.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order({ deviceId: chair.deviceId, ...bought });
  await manager.reaches(orderId, "running");
  const { data } = await manager.extend({ orderId, ...bought });
  await eventually(() => expect(chair.received.filter(({ type }) => type === "extend")).toHaveLength(1));
  return { ...chair, manager, orderId, extensionId: data.orderId };
}

describe("an extension without a reply of the chair", () => {
  it("[START-6] [G-11] delays the next extension, because only the length of the run shows which one was applied", async () => {
    const { manager, orderId, extensionId, ended, received } = await arrange();
    const next = await manager.extend({ orderId, priceId: outlet.priceIds[1], payType: "cash" });
    expect(next.data.orderStatus).toBe("paid");
    expect(await manager.follow(next.data.orderId)).toMatchObject({ orderStatus: "paid" });
    await ended(orderId, "finished", 600);
    await manager.reaches(extensionId, "refunded");
    await manager.reaches(next.data.orderId, "refunded");
    expect(received.filter(({ type }) => type === "extend")).toHaveLength(1);
  });

  it("[G-7] [G-8] is completed if the run lasted longer than the minutes that were bought before it", async () => {
    const { manager, orderId, extensionId, ended } = await arrange();
    await ended(orderId, "finished", 1_200);
    const run = await manager.reaches(orderId, "completed");
    const extension = await manager.reaches(extensionId, "completed");
    expect(run).toMatchObject({ endReason: "finished", extendedMinutes: 10 });
    expect([extension.endReason, extension.endedAt]).toEqual([run.endReason, run.endedAt]);
  });

  it("[START-5] [G-3] is refunded if the run ended at the time without the extension", async () => {
    const { manager, orderId, extensionId, ended } = await arrange();
    await ended(orderId, "finished", 600);
    await manager.reaches(orderId, "completed");
    expect(await manager.reaches(extensionId, "refunded")).toMatchObject({ endReason: "runEnded" });
  });

  it("[G-8] opens a case if it is already refunded and the run turns out to have included it", async () => {
    const { manager, orderId, extensionId, ended, received } = await arrange();
    world.advanceTime(20_001);
    await eventually(() =>
      expect(received.filter((one) => one.type === "report" && one.orderId === orderId)).toHaveLength(1),
    );
    world.advanceTime(15_001);
    await manager.reaches(extensionId, "refunded");
    expect(received.filter(({ type }) => type === "extend")).toHaveLength(1);
    await ended(orderId, "finished", 1_200);
    await manager.reaches(orderId, "completed");
    const { rows } = await sql`
      SELECT FROM attention_case WHERE kind = 'ranAfterRefund' AND order_id = ${extensionId}`.execute(
      world.database,
    );
    expect(rows).toHaveLength(1);
    expect(await manager.follow(extensionId)).toMatchObject({ orderStatus: "refunded", refunded: 10_000 });
  });
});
