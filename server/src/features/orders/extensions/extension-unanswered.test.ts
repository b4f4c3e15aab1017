import mqtt, { type MqttClient } from "mqtt";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import {
  makePricedOutlet,
  type OrderApp,
  openOrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

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

interface Command {
  readonly commandId: string;
  readonly type: string;
  readonly orderId?: string;
}

/** Connects a chair that replies to start commands and never to extend commands. Only its events show what it did. */
async function openSilentChair() {
  const deviceId = await makeDevice(world.owner, { ...outlet, online: false });
  const secret = await transact(world.database, (uow) => rotateCredential(uow, deviceId, world.clock.now()));
  const client = await mqtt.connectAsync(world.broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: secret as string,
    reconnectPeriod: 0,
  });
  connections.push(client);
  const received: Command[] = [];
  const say = (topic: "state" | "reply" | "event", payload: unknown) =>
    client.publishAsync(`chairs/${deviceId}/${topic}`, JSON.stringify(payload), { qos: 1 });
  client.on("message", (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command;
    received.push(command);
    if (command.type !== "start") return;
    const { commandId, orderId } = command;
    const running = { orderId, gear: 2, elapsedSeconds: 0, totalSeconds: 600 };
    void say("reply", { commandId, outcome: "done", running });
  });
  await client.subscribeAsync(`chairs/${deviceId}/command`, { qos: 1 });
  const idle = { bootId: "b", firmware: "f", running: null, fault: null, coinCounter: 0, epoch: "e" };
  await say("state", { online: true, ...idle });
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM device WHERE device_id = ${deviceId} AND online`.execute(
      world.database,
    );
    expect(rows).toHaveLength(1);
  });
  const ended = (orderId: string, type: "finished" | "stopped", seconds: number) =>
    say("event", { epoch: "e", seq: 1, at: world.clock.now().toISOString(), type, orderId, seconds });
  return { deviceId, received, ended };
}

/** Starts a massage of ten minutes, and sends an extension of ten minutes to which the chair does not reply. */
async function arrange() {
  const chair = await openSilentChair();
  const { token } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const manager = browserOf(world.http, token);
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
    const isReportCommand = (command: Command) => command.type === "report" && command.orderId === orderId;
    await eventually(() => expect(received.filter(isReportCommand)).toHaveLength(1));
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
