import { randomUUID } from "node:crypto";
import { maxChairMessageBytes } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import {
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf, managerOf } from "#test/clients/order-browser.ts";
import { connectMqttChair, idleState } from "#test/app/mqtt-chair.ts";

/** Tests of a compromised chair controller, which has the secret of one chair and publishes anything. */
let world: OrderApp;
let outlet: PricedOutlet;
const connections: MqttClient[] = [];
beforeAll(async () => {
  world = await sharedOrderApp("audited");
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => {
  for (const client of connections.splice(0)) await client.endAsync(true);
  expect(await runAudit(world.database)).toEqual([]);
});
afterAll(() => world.close());

async function openCompromisedChair() {
  const { deviceId, client, received } = await connectMqttChair(world, outlet);
  connections.push(client);
  const publish = (topic: "state" | "reply" | "event", payload: unknown) =>
    client.publishAsync(
      `chairs/${deviceId}/${topic}`,
      typeof payload === "string" ? payload : JSON.stringify(payload),
      { qos: 1, retain: topic === "state" },
    );
  const online = async () => {
    const row = await sql<{
      online: boolean;
    }>`SELECT online FROM device WHERE device_id = ${deviceId}`.firstRow(world.database);
    return row.online;
  };
  return { deviceId, publish, received, idle: idleState, online };
}

const runningWith = (orderId: string) => ({ orderId, gear: 1, elapsedSeconds: 5, totalSeconds: 60 });
const chairEvent = (seq: number, type: string, more: object = {}) => ({
  epoch: "e",
  seq,
  at: null,
  type,
  ...more,
});

const staff = () => managerOf(world, outlet);

/** Places an order on another chair, which has not replied yet. */
async function startingElsewhere() {
  const deviceId = await makeDevice(world.owner, outlet);
  const manager = await staff();
  const request = { deviceId, priceId: outlet.priceIds[1], payType: "cash" };
  const { orderId } = await manager.order(request);
  await manager.reaches(orderId, "starting");
  return { manager, orderId };
}

const eventsOf = async (deviceId: string) =>
  (await sql`SELECT FROM chair_event WHERE device_id = ${deviceId}`.execute(world.database)).rows.length;

describe("a compromised chair", () => {
  it("[G-2] [G-9] [PROTO-2] cannot start, stop, or finish an order of another chair by event, state, or reply", async () => {
    const { manager, orderId } = await startingElsewhere();
    const { rows } = await sql<{ commandId: string }>`
      SELECT command_id AS "commandId" FROM chair_command WHERE order_id = ${orderId}`.execute(
      world.database,
    );
    const { deviceId, publish, received, idle, online } = await openCompromisedChair();
    await publish("event", chairEvent(1, "started", { orderId }));
    await publish("event", chairEvent(2, "finished", { orderId, seconds: 600 }));
    await publish("reply", { commandId: rows[0]?.commandId, outcome: "refused", running: null });
    await publish("reply", { commandId: rows[0]?.commandId, outcome: "done", running: runningWith(orderId) });
    await publish("state", { ...idle, running: runningWith(orderId) });
    // When the chair is online, its last message has been processed.
    await eventually(async () => expect(await online()).toBe(true));
    // The server stops the run that the chair reports for the other chair's order, and opens a case.
    await eventually(() => expect(received.map(({ type }) => type)).toContain("stop"));
    expect(await eventsOf(deviceId)).toBe(2);
    expect((await manager.follow(orderId)).orderStatus).toBe("starting");
    const cases = await sql`
      SELECT FROM attention_case WHERE device_id = ${deviceId} AND kind = 'runWithoutOrder'`.execute(
      world.database,
    );
    expect(cases.rows).toHaveLength(1);
    await manager.stop(orderId);
  });

  it("[START-3] cannot start an order that was not paid", async () => {
    const { deviceId, publish, idle, online } = await openCompromisedChair();
    await publish("state", idle);
    await eventually(async () => expect(await online()).toBe(true));
    const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const request = { deviceId, priceId: outlet.priceIds[0], payType: "online" };
    const { orderId } = await customer.order(request);
    await publish("state", { ...idle, running: runningWith(orderId) });
    await publish("event", chairEvent(1, "started", { orderId }));
    await publish("event", chairEvent(2, "finished", { orderId, seconds: 60 }));
    await eventually(async () => expect(await eventsOf(deviceId)).toBe(2));
    const order = await customer.follow(orderId);
    expect(order).toMatchObject({ orderStatus: "unpaid", startedAt: null });
    await customer.stop(orderId);
  });

  it("[G-1] [CASH-3] cannot add income by coins that violate the protocol, in another currency, or by repeated events with other content", async () => {
    const { deviceId, publish } = await openCompromisedChair();
    const before = await sql<{ entries: number }>`SELECT count(*) AS entries FROM ledger_entry
      WHERE outlet_id = ${outlet.outletId}`.execute(world.database);
    const coin = {
      amount: 1_000_000_000_000,
      currency: "PHP",
      counterBefore: 0,
      counterAfter: 1_000_000_000_000,
    };
    await publish("event", chairEvent(1, "cleared"));
    await publish("event", chairEvent(1, "coin", coin));
    await publish("event", chairEvent(2, "coin", { ...coin, amount: -5 }));
    await publish("event", chairEvent(3, "coin", { ...coin, currency: "EUR" }));
    await publish("event", chairEvent(2, "cleared"));
    await publish("event", chairEvent(3, "coin", { runId: "r", amount: 1000, currency: "MYR" }));
    await eventually(async () => expect(await eventsOf(deviceId)).toBe(3));
    const quarantined = await sql<{ reason: string }>`
      SELECT reason FROM quarantined_coin WHERE device_id = ${deviceId}`.rows(world.database);
    expect(quarantined).toEqual([{ reason: "currency" }]);
    const stored = await sql<{ type: string }>`
      SELECT type FROM chair_event WHERE device_id = ${deviceId} ORDER BY seq`.execute(world.database);
    expect(stored.rows.map(({ type }) => type)).toEqual(["cleared", "cleared", "coin"]);
    const after = await sql<{ entries: number }>`SELECT count(*) AS entries FROM ledger_entry
      WHERE outlet_id = ${outlet.outletId}`.execute(world.database);
    expect(after.rows).toEqual(before.rows);
  });

  it("[PROTO-3] [G-6] causes an event to count once, and a case for a gap in its events until the gap is filled", async () => {
    const { deviceId, publish } = await openCompromisedChair();
    const gaps = async () => {
      const { rows } = await sql<{ newest: string[]; closed: boolean }>`
        SELECT detail->'newest' AS newest, closed_at IS NOT NULL AS closed FROM attention_case
        WHERE device_id = ${deviceId} AND kind = 'eventGap'`.execute(world.database);
      return rows;
    };
    for (const seq of [1, 1, 4, 4, 3, 1]) await publish("event", chairEvent(seq, "cleared"));
    await eventually(async () => expect(await eventsOf(deviceId)).toBe(3));
    expect(await gaps()).toEqual([{ newest: ["e:2"], closed: false }]);
    await publish("event", chairEvent(2, "cleared"));
    await eventually(async () => expect(await gaps()).toEqual([{ newest: ["e:2"], closed: true }]));
    expect(await eventsOf(deviceId)).toBe(4);
  });

  it("[G-6] [PROTO-3] causes one case of missing events and one of unknown runs, however many epochs and orders it names", async () => {
    const { deviceId, publish, idle } = await openCompromisedChair();
    const count = 30;
    for (let n = 0; n < count; n += 1) {
      await publish("event", { ...chairEvent(5, "cleared"), epoch: `epoch-${n}` });
      await publish("state", { ...idle, running: runningWith(randomUUID()) });
    }
    await eventually(async () => expect(await eventsOf(deviceId)).toBe(count));
    await eventually(async () => {
      const { rows } = await sql<{ kind: string; count: number; listed: number }>`
        SELECT kind, (detail->>'count')::int AS count, jsonb_array_length(detail->'newest') AS listed
        FROM attention_case WHERE device_id = ${deviceId} AND closed_at IS NULL ORDER BY kind`.execute(
        world.database,
      );
      expect(rows).toEqual([
        { kind: "eventGap", count, listed: 20 },
        { kind: "runWithoutOrder", count, listed: 20 },
      ]);
    });
  });

  it("does not block other chairs or itself by messages that violate the contract or cannot be stored", async () => {
    const { deviceId, publish, online, idle } = await openCompromisedChair();
    const bad = [
      "{",
      "[]",
      "x".repeat(maxChairMessageBytes),
      chairEvent(1, "started", { orderId: "\0" }),
      { ...chairEvent(1, "cleared"), epoch: "\ud800" },
      chairEvent(0, "cleared"),
      chairEvent(2 ** 60, "cleared"),
    ];
    for (const payload of bad) await publish("event", payload);
    await publish("reply", { commandId: "no uuid", outcome: "done", running: null });
    await publish("reply", {
      commandId: "'; DROP TABLE orders; --",
      outcome: "done",
      running: runningWith("x"),
    });
    await publish("event", chairEvent(1, "started", { orderId: "not an order" }));
    await publish("state", idle);
    // A message that failed and was retried would delay this state beyond the timeout.
    await eventually(async () => expect(await online()).toBe(true), 7_000);
    expect(await eventsOf(deviceId)).toBe(1);
  });
});
