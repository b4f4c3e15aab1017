import { randomUUID } from "node:crypto";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { createLog } from "#platform/logging/log.ts";
import type { ChairGateway, createChairGateway } from "#chairs/index.ts";
import {
  chairSecret,
  clearedEvent as event,
  connectChair,
  createTestGateway,
  startGatewayBroker as startBroker,
} from "#test/network/gateway-broker.ts";

const waitOptions = { timeout: 30_000, interval: 5 };

let broker: Awaited<ReturnType<typeof startBroker>>;
let cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  broker = await startBroker();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  await broker.close();
});

function openGateway(options: Partial<Parameters<typeof createChairGateway>[0]> = {}) {
  const gateway = createTestGateway(broker, options);
  cleanUps.push(() => gateway.stop());
  return gateway;
}

async function startGateway(gateway: ChairGateway) {
  gateway.start();
  await vi.waitUntil(() => gateway.connected(), waitOptions);
  return gateway;
}

function openChairs(count: number) {
  const fleet = chairFleet({ mqttUrl: broker.url, reconnectMs: 20, maxReconnectMs: 100, resendMs: 100 });
  for (let number = 1; number <= count; number += 1) {
    const deviceId = `GATE${String(number).padStart(4, "0")}`;
    fleet.add({ deviceId, secret: chairSecret(deviceId) });
  }
  cleanUps.push(() => fleet.stop());
  return fleet;
}

async function connectAs(deviceId: string) {
  const client = await connectChair(broker, deviceId);
  cleanUps.push(() => client.endAsync(true));
  return client;
}

const command = (type: "start" | "stop" | "report", rest = {}): PayloadOf<"command"> => ({
  commandId: randomUUID(),
  type,
  serverTime: new Date().toISOString(),
  notAfter: new Date(Date.now() + 20_000).toISOString(),
  ...rest,
});

const onEvent = (
  gateway: ChairGateway,
  handler: (deviceId: string, received: PayloadOf<"event">) => Promise<void>,
): void =>
  gateway.onMessages(async (deviceId, loadBatch) => {
    for (const message of loadBatch().events ?? []) await handler(deviceId, message);
  });

/** A server connects to an external broker by its URL, and to the embedded broker within the process. */
const transports = [
  ["through a socket", () => ({})],
  ["inside one process", () => ({ local: broker.local })],
] as const;

it.each(transports)(
  "[PROTO-2] sends a start to the chair and receives its reply, states, and events until a receipt, %s",
  async (_way, link) => {
    const gateway = openGateway(link());
    const handled: { state: PayloadOf<"state">[]; reply: PayloadOf<"reply">[]; event: PayloadOf<"event">[] } =
      {
        state: [],
        reply: [],
        event: [],
      };
    gateway.onMessages(async (deviceId, loadBatch) => {
      const { reply, state, events = [] } = loadBatch();
      if (reply) handled.reply.push(reply);
      if (state) handled.state.push(state);
      for (const message of events) {
        handled.event.push(message);
        await gateway.sendReceipt(deviceId, { epoch: message.epoch, upTo: message.seq });
      }
    });
    await startGateway(gateway);
    const fleet = openChairs(1);
    await fleet.start();
    await vi.waitUntil(() => handled.state.length > 0, waitOptions);

    const start = command("start", { orderId: "order-1", gear: 1, seconds: 60 });
    await gateway.send("GATE0001", start);
    await vi.waitUntil(() => handled.reply.length > 0 && handled.event.length > 0, waitOptions);
    expect(handled.reply).toMatchObject([
      { commandId: start.commandId, outcome: "done", running: { orderId: "order-1" } },
    ]);
    expect(handled.event[0]).toMatchObject({ seq: 1, type: "started", orderId: "order-1" });
    await vi.waitUntil(() => fleet.chair("GATE0001").state().pendingEvents === 0, waitOptions);
    await vi.waitUntil(() => handled.state.at(-1)?.online && handled.state.length === 2, waitOptions);
  },
);

it("receives the retained states on every connection, so that it knows every chair after the broker restarts", async () => {
  const fleet = openChairs(20);
  await fleet.start();
  await fleet.connected();
  const online = new Set<string>();
  const gateway = openGateway();
  gateway.onMessages(async (deviceId, loadBatch) => {
    if (loadBatch().state?.online) online.add(deviceId);
    else online.delete(deviceId);
  });
  await startGateway(gateway);
  await vi.waitUntil(() => online.size === 20, waitOptions);

  const { port } = broker;
  await broker.close();
  await vi.waitUntil(() => !gateway.connected(), waitOptions);
  online.clear();
  broker = await startBroker(port as number);
  await vi.waitUntil(() => online.size === 20, waitOptions);
  expect(gateway.connected()).toBe(true);
});

it("receives the retained states of the embedded broker, and nothing after the gateway is stopped", async () => {
  const fleet = openChairs(3);
  await fleet.start();
  await fleet.connected();
  const gateway = openGateway({ local: broker.local });
  const online: string[] = [];
  gateway.onMessages(
    async (deviceId, loadBatch) => void (loadBatch().state?.online && online.push(deviceId)),
  );
  await startGateway(gateway);
  await vi.waitUntil(() => new Set(online).size === 3, waitOptions);
  await gateway.stop();
  const handled = online.length;
  await openChairs(4).start();
  await systemClock.sleep(100);
  expect(online).toHaveLength(handled);
  expect(gateway.connected()).toBe(false);
});

it("stops waiting for an unreachable broker, and does not send the command later", async () => {
  // The timeout is short while the broker is down, and long afterwards, so that a busy machine does not fail the test.
  let timeoutMs = 100;
  const sleep: Clock["sleep"] = (ms, signal) => systemClock.sleep(ms === 100_000 ? timeoutMs : ms, signal);
  const gateway = openGateway({ timeoutMs: 100_000, clock: { ...systemClock, sleep } });
  await startGateway(gateway);
  const { port } = broker;
  await broker.close();
  await vi.waitUntil(() => !gateway.connected(), waitOptions);
  await expect(gateway.send("GATE0001", command("report"))).rejects.toThrow(/the broker did not acknowledge/);

  timeoutMs = 60_000;
  broker = await startBroker(port as number);
  const chair = await connectAs("GATE0001");
  const received: unknown[] = [];
  chair.on("message", (_topic, payload) => received.push(JSON.parse(payload.toString())));
  await chair.subscribeAsync("chairs/GATE0001/command", { qos: 1 });
  await vi.waitUntil(() => gateway.connected(), waitOptions);
  const wanted = command("report");
  await gateway.send("GATE0001", wanted);
  await vi.waitUntil(() => received.length > 0, waitOptions);
  expect(received).toEqual([wanted]);
});

it("rejects and counts messages that violate the contract, and continues", async () => {
  const gateway = openGateway();
  const handled: number[] = [];
  onEvent(gateway, async (_deviceId, message) => void handled.push(message.seq));
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  const bad = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    JSON.stringify({ ...event(1), seq: 0 }),
    JSON.stringify({ ...event(1), type: "x" }),
    JSON.stringify({ ...event(1), epoch: "a\0b" }),
    JSON.stringify({ ...event(1), unknown: ["\ud800"] }),
  ];
  for (const payload of bad) await chair.publishAsync("chairs/GATE0001/event", payload, { qos: 1 });
  await chair.publishAsync("chairs/GATE0001/event", JSON.stringify(event(7)), { qos: 1 });
  await vi.waitUntil(() => handled.length > 0, waitOptions);
  expect(handled).toEqual([7]);
  expect(gateway.counts()).toMatchObject({ received: bad.length + 1, invalid: bad.length, waiting: 0 });
  await expect(gateway.send("GATE0001", { ...command("start"), gear: 0 })).rejects.toThrow(/contract/);
});

it("[CHAIR-1] ignores an invalid signal strength, and processes the rest of the state", async () => {
  const gateway = openGateway();
  const handled: PayloadOf<"state">[] = [];
  gateway.onMessages(async (_deviceId, loadBatch) => {
    const { state } = loadBatch();
    if (state?.online) handled.push(state);
  });
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  const state = { online: true, firmware: "1", running: null, fault: null, coinCounter: 0, epoch: "e1" };
  const signals = [-61, undefined, 99, -61.5, "-61", null, -151, -150, 0];
  for (const [index, signal] of signals.entries()) {
    const payload = JSON.stringify({ ...state, bootId: `b${index}`, signal });
    await chair.publishAsync("chairs/GATE0001/state", payload, { qos: 1, retain: true });
    await vi.waitUntil(() => handled.length > index, waitOptions);
  }
  expect(handled.map((one) => ("signal" in one ? one.signal : null))).toEqual([
    -61,
    ...Array.from({ length: 6 }, () => null),
    -150,
    0,
  ]);
  expect(gateway.counts().invalid).toBe(0);
});

it("logs malformed messages of a chair at most once a minute", async () => {
  const lines: string[] = [];
  const gateway = openGateway({ log: createLog("warn", { write: (line) => void lines.push(line) }) });
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  for (let sent = 0; sent < 50; sent += 1) chair.publish("chairs/GATE0001/event", "{", { qos: 1 });
  await vi.waitUntil(() => gateway.counts().invalid === 50, waitOptions);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ deviceId: "GATE0001", problem: "not JSON" });
});

it("limits the waiting messages of a chair, keeps the newest, and logs dropped messages", async () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  const gateway = openGateway({ concurrency: 2, highWater: 40, maxPerDevice: 10, log });
  const handled: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  onEvent(gateway, async (deviceId, { seq }) => {
    if (deviceId === "GATE0001") await released;
    handled.push(`${deviceId} ${seq}`);
  });
  await startGateway(gateway);
  const [loud, quiet] = await Promise.all(["GATE0001", "GATE0002"].map(connectAs));
  for (let seq = 1; seq <= 300; seq += 1)
    await loud?.publishAsync("chairs/GATE0001/event", JSON.stringify(event(seq)), { qos: 1 });
  await quiet?.publishAsync("chairs/GATE0002/event", JSON.stringify(event(1)), { qos: 1 });
  await vi.waitUntil(() => handled.length === 1, waitOptions);
  expect(handled).toEqual(["GATE0002 1"]);
  expect(gateway.counts()).toMatchObject({ dropped: 290, waiting: 10 });
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { deviceId: "GATE0001", topic: "event", msg: expect.stringContaining("was dropped") },
  ]);
  release();
  await vi.waitUntil(() => gateway.counts().waiting === 0, waitOptions);
  expect(handled.slice(1)).toEqual(
    [1, 292, 293, 294, 295, 296, 297, 298, 299, 300].map((n) => `GATE0001 ${n}`),
  );
});

it("retries a message whose handler fails before the device's later messages", async () => {
  const gateway = openGateway();
  const seen: number[] = [];
  let failures = 2;
  onEvent(gateway, async (_deviceId, message) => {
    seen.push(message.seq);
    if (message.seq === 1 && failures > 0) {
      failures -= 1;
      throw new Error("the database is away");
    }
  });
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  for (const seq of [1, 2, 3])
    await chair.publishAsync("chairs/GATE0001/event", JSON.stringify(event(seq)), { qos: 1 });
  await vi.waitUntil(() => seen.length === 5, waitOptions);
  expect(seen).toEqual([1, 1, 1, 2, 3]);
  expect(gateway.counts()).toMatchObject({ retried: 2, abandoned: 0 });
});

it.each(transports)(
  "keeps each device's order under load, limits concurrency, and stops reading the socket when full, %s",
  async (transport, link) => {
    const gateway = openGateway({ concurrency: 3, highWater: 12, ...link() });
    const seen = new Map<string, number[]>();
    let active = 0;
    let maxActive = 0;
    let maxWaiting = 0;
    const full = Promise.withResolvers<void>();
    onEvent(gateway, async (deviceId, message) => {
      active += 1;
      maxActive = Math.max(maxActive, active);
      maxWaiting = Math.max(maxWaiting, gateway.counts().waiting);
      await full.promise;
      maxWaiting = Math.max(maxWaiting, gateway.counts().waiting);
      await systemClock.sleep(5);
      seen.set(deviceId, [...(seen.get(deviceId) ?? []), message.seq]);
      active -= 1;
    });
    await startGateway(gateway);
    const devices = ["GATE0001", "GATE0002", "GATE0003", "GATE0004", "GATE0005"];
    // Within one process, each chair has its own socket, which may pass one more message before the broker stops reading
    // it.
    const maxAhead = transport === "through a socket" ? 0 : devices.length;
    const seqs = Array.from({ length: 40 }, (_, index) => index + 1);
    const chairs = await Promise.all(devices.map(connectAs));
    const publishAll = async () => {
      for (const seq of seqs)
        await Promise.all(
          chairs.map((chair, index) =>
            chair.publishAsync(`chairs/${devices[index]}/event`, JSON.stringify(event(seq)), { qos: 1 }),
          ),
        );
    };
    const published = publishAll();
    // No message is processed until the capacity is used up, however slowly the chairs publish.
    await vi.waitUntil(() => gateway.counts().waiting >= 12 - maxAhead, waitOptions);
    full.resolve();
    await published;
    await vi.waitUntil(() => [...seen.values()].flat().length === 200, waitOptions);
    for (const deviceId of devices) expect(seen.get(deviceId)).toEqual(seqs);
    expect(maxActive).toBe(3);
    expect(maxWaiting).toBeGreaterThanOrEqual(12 - maxAhead);
    expect(maxWaiting).toBeLessThanOrEqual(12 + maxAhead);
  },
);

it("gets its commands acknowledged while flow control pauses the receiving socket", async () => {
  const gateway = openGateway({ concurrency: 1, highWater: 2 });
  const full = Promise.withResolvers<void>();
  onEvent(gateway, () => full.promise);
  await startGateway(gateway);
  const chairs = ["GATE0001", "GATE0002", "GATE0003"];
  for (const deviceId of chairs) {
    const chair = await connectAs(deviceId);
    await chair.publishAsync(`chairs/${deviceId}/event`, JSON.stringify(event(1)), { qos: 1 });
  }
  await vi.waitUntil(() => gateway.counts().waiting >= 2, waitOptions);
  await gateway.send("GATE0001", command("report"));
  expect(gateway.counts().waiting).toBeGreaterThanOrEqual(2);
  full.resolve();
});

it.each(transports)(
  "batches messages that a chair publishes in quick succession, in order, %s",
  async (_way, link) => {
    const gateway = openGateway(link());
    const seen: string[][] = [];
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    gateway.onMessages(async (_deviceId, loadBatch) => {
      await opened;
      seen.push(Object.keys(loadBatch()));
    });
    await startGateway(gateway);
    const chair = await connectAs("GATE0001");
    const reply = { commandId: randomUUID(), outcome: "done", running: null };
    const publish = (topic: "state" | "reply" | "event", payload: object) =>
      chair.publishAsync(`chairs/GATE0001/${topic}`, JSON.stringify(payload), { qos: 1 });
    const state = { online: false };
    await publish("reply", reply);
    await publish("state", state);
    await publish("event", event(1));
    await publish("event", event(2));
    await publish("state", state);
    await publish("reply", reply);
    await vi.waitUntil(() => gateway.counts().waiting === 6, waitOptions);
    open();
    await vi.waitUntil(() => gateway.counts().waiting === 0, waitOptions);
    expect(seen).toEqual([["reply", "state", "events"], ["events"], ["state"], ["reply"]]);
  },
);

it("[CASH-1] batches only consecutive coin events of a chair", async () => {
  const gateway = openGateway(transports[1][1]());
  const seen: number[][] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gateway.onMessages(async (_deviceId, loadBatch) => {
    await opened;
    seen.push((loadBatch().events ?? []).map(({ seq }) => seq));
  });
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  const coin = { type: "coin", runId: "run", amount: 100, currency: "PHP" };
  const publish = (seq: number, rest: object) =>
    chair.publishAsync("chairs/GATE0001/event", JSON.stringify({ ...event(seq), ...rest }), { qos: 1 });
  await publish(1, coin);
  await publish(2, { type: "started", runId: "run" });
  await publish(3, coin);
  await publish(3, coin);
  await publish(5, coin);
  await publish(6, coin);
  await publish(7, { type: "fault", fault: "E1" });
  await publish(8, coin);
  await publish(9, { type: "finished", orderId: "order" });
  await publish(10, coin);
  await publish(11, { ...coin, epoch: "e2" });
  for (let seq = 12; seq < 52; seq += 1) await publish(seq, { ...coin, epoch: "e2" });
  await vi.waitUntil(() => gateway.counts().waiting === 51, waitOptions);
  open();
  await vi.waitUntil(() => gateway.counts().waiting === 0, waitOptions);
  const batch = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  expect(seen).toEqual([[1, 2, 3], [3], [5, 6], [7], [8], [9], [10], batch(11, 32), batch(43, 9)]);
});

it("processes each of a chair's coins separately if the batch fails", async () => {
  const stored: number[] = [];
  // Removes the delays between attempts.
  const clock: Clock = { ...systemClock, sleep: async () => {} };
  const gateway = openGateway({ ...transports[1][1](), clock });
  gateway.onMessages(async (_deviceId, loadBatch) => {
    const { events = [] } = loadBatch();
    if (events.some(({ seq }) => seq === 2)) throw new Error("cannot be stored");
    stored.push(...events.map(({ seq }) => seq));
  });
  await startGateway(gateway);
  const chair = await connectAs("GATE0001");
  for (let seq = 1; seq <= 3; seq += 1)
    await chair.publishAsync(
      "chairs/GATE0001/event",
      JSON.stringify({ ...event(seq), type: "coin", amount: 100, currency: "PHP" }),
      { qos: 1 },
    );
  await vi.waitUntil(() => stored.length === 2, waitOptions);
  expect(stored).toEqual([1, 3]);
  await vi.waitUntil(() => gateway.counts().abandoned === 1, waitOptions);
});

it.each([
  ["ask for all messages", {}],
  ["ask for shared subscriptions, which the embedded broker refuses", { sharedGroup: "reposo" }],
])("delivers every message to each of two servers that %s", async (_what, options) => {
  const handled: string[] = [];
  for (const name of ["first", "second"]) {
    const gateway = openGateway(options);
    onEvent(gateway, async (_deviceId, message) => void handled.push(`${name} ${message.seq}`));
    await startGateway(gateway);
  }
  const chair = await connectAs("GATE0001");
  await chair.publishAsync("chairs/GATE0001/event", JSON.stringify(event(1)), { qos: 1 });
  await vi.waitUntil(() => handled.length === 2, waitOptions);
  expect(handled.sort()).toEqual(["first 1", "second 1"]);
});
