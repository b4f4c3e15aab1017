import { randomUUID } from "node:crypto";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import mqtt from "mqtt";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import { type ChairGateway, createChairGateway } from "./index.ts";

const serverSecret = "the server's secret";
const patience = { timeout: 30_000, interval: 5 };
const startBroker = (port = 0) =>
  startEmbeddedBroker({
    host: "127.0.0.1",
    port,
    serverSecret,
    authenticateDevice: async (deviceId, secret) => secret === `secret of ${deviceId}`,
    log: silentLog,
  });

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
  const gateway = createChairGateway({
    url: broker.url,
    username: serverUsername,
    password: serverSecret,
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  cleanUps.push(() => gateway.stop());
  return gateway;
}

async function startGateway(gateway: ChairGateway) {
  gateway.start();
  await vi.waitUntil(() => gateway.connected(), patience);
  return gateway;
}

function openChairs(count: number) {
  const fleet = chairFleet({ mqttUrl: broker.url, reconnectMs: 20, longestReconnectMs: 100, resendMs: 100 });
  for (let number = 1; number <= count; number += 1) {
    const deviceId = `GATE${String(number).padStart(4, "0")}`;
    fleet.add({ deviceId, secret: `secret of ${deviceId}` });
  }
  cleanUps.push(() => fleet.stop());
  return fleet;
}

async function openImpostor(deviceId: string) {
  const client = await mqtt.connectAsync(broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: `secret of ${deviceId}`,
    reconnectPeriod: 0,
  });
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
const event = (seq: number): PayloadOf<"event"> => ({ epoch: "e1", seq, at: null, type: "cleared" });

const onEvent = (
  gateway: ChairGateway,
  listener: (deviceId: string, told: PayloadOf<"event">) => Promise<void>,
): void =>
  gateway.onWords(async (deviceId, words) => {
    for (const told of words().events ?? []) await listener(deviceId, told);
  });

/** A server joins a broker by its URL, but the one in its own process. */
const ways = [
  ["through a socket", () => ({})],
  ["inside one process", () => ({ local: broker.local })],
] as const;

it.each(ways)(
  "[PROTO-2] carries a start to the chair and its state, reply and events back, until a receipt, %s",
  async (_way, link) => {
    const gateway = openGateway(link());
    const heard: { state: PayloadOf<"state">[]; reply: PayloadOf<"reply">[]; event: PayloadOf<"event">[] } = {
      state: [],
      reply: [],
      event: [],
    };
    gateway.onWords(async (deviceId, words) => {
      const { reply, state, events = [] } = words();
      if (reply) heard.reply.push(reply);
      if (state) heard.state.push(state);
      for (const told of events) {
        heard.event.push(told);
        await gateway.sendReceipt(deviceId, { epoch: told.epoch, upTo: told.seq });
      }
    });
    await startGateway(gateway);
    const fleet = openChairs(1);
    await fleet.start();
    await vi.waitUntil(() => heard.state.length > 0, patience);

    const start = command("start", { orderId: "order-1", gear: 1, seconds: 60 });
    await gateway.send("GATE0001", start);
    await vi.waitUntil(() => heard.reply.length > 0 && heard.event.length > 0, patience);
    expect(heard.reply).toMatchObject([
      { commandId: start.commandId, outcome: "done", running: { orderId: "order-1" } },
    ]);
    expect(heard.event[0]).toMatchObject({ seq: 1, type: "started", orderId: "order-1" });
    await vi.waitUntil(() => fleet.chair("GATE0001").state().pendingEvents === 0, patience);
    await vi.waitUntil(() => heard.state.at(-1)?.online && heard.state.length === 2, patience);
  },
);

it("hears the retained states anew on every connection, so a broker lost and found loses no chair", async () => {
  const fleet = openChairs(20);
  await fleet.start();
  await fleet.connected();
  const online = new Set<string>();
  const gateway = openGateway();
  gateway.onWords(async (deviceId, words) => {
    if (words().state?.online) online.add(deviceId);
    else online.delete(deviceId);
  });
  await startGateway(gateway);
  await vi.waitUntil(() => online.size === 20, patience);

  const { port } = broker;
  await broker.close();
  await vi.waitUntil(() => !gateway.connected(), patience);
  online.clear();
  broker = await startBroker(port as number);
  await vi.waitUntil(() => online.size === 20, patience);
  expect(gateway.connected()).toBe(true);
});

it("hears the retained states inside one process too, and nothing after its end", async () => {
  const fleet = openChairs(3);
  await fleet.start();
  await fleet.connected();
  const gateway = openGateway({ local: broker.local });
  const online: string[] = [];
  gateway.onWords(async (deviceId, words) => void (words().state?.online && online.push(deviceId)));
  await startGateway(gateway);
  await vi.waitUntil(() => new Set(online).size === 3, patience);
  await gateway.stop();
  const heard = online.length;
  await openChairs(4).start();
  await systemClock.sleep(100);
  expect(online).toHaveLength(heard);
  expect(gateway.connected()).toBe(false);
});

it("refuses to wait for ever for a broker that is away, and sends nothing later on", async () => {
  // Short while the broker is away; once it is back, the machine may pause for as long as it likes.
  let patienceMs = 100;
  const sleep: Clock["sleep"] = (ms, signal) => systemClock.sleep(ms === 100_000 ? patienceMs : ms, signal);
  const gateway = openGateway({ patienceMs: 100_000, clock: { ...systemClock, sleep } });
  await startGateway(gateway);
  const { port } = broker;
  await broker.close();
  await vi.waitUntil(() => !gateway.connected(), patience);
  await expect(gateway.send("GATE0001", command("report"))).rejects.toThrow(/no word from the broker/);

  patienceMs = 60_000;
  broker = await startBroker(port as number);
  const chair = await openImpostor("GATE0001");
  const received: unknown[] = [];
  chair.on("message", (_topic, payload) => received.push(JSON.parse(payload.toString())));
  await chair.subscribeAsync("chairs/GATE0001/command", { qos: 1 });
  await vi.waitUntil(() => gateway.connected(), patience);
  const wanted = command("report");
  await gateway.send("GATE0001", wanted);
  await vi.waitUntil(() => received.length > 0, patience);
  expect(received).toEqual([wanted]);
});

it("drops and counts what is no message of the contract, and goes on", async () => {
  const gateway = openGateway();
  const heard: number[] = [];
  onEvent(gateway, async (_deviceId, told) => void heard.push(told.seq));
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
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
  await vi.waitUntil(() => heard.length > 0, patience);
  expect(heard).toEqual([7]);
  expect(gateway.counts()).toMatchObject({ received: bad.length + 1, invalid: bad.length, waiting: 0 });
  await expect(gateway.send("GATE0001", { ...command("start"), gear: 0 })).rejects.toThrow(/contract/);
});

it("complains of a chair once a minute, however fast it talks nonsense", async () => {
  const lines: string[] = [];
  const gateway = openGateway({ log: createLog("warn", { write: (line) => void lines.push(line) }) });
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
  for (let sent = 0; sent < 50; sent += 1) chair.publish("chairs/GATE0001/event", "{", { qos: 1 });
  await vi.waitUntil(() => gateway.counts().invalid === 50, patience);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ deviceId: "GATE0001", problem: "not JSON" });
});

it("lets no chair that talks without end take the room of the others; its last word counts", async () => {
  const gateway = openGateway({ concurrency: 2, highWater: 40, mostADevice: 10 });
  const heard: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  onEvent(gateway, async (deviceId, { seq }) => {
    if (deviceId === "GATE0001") await held;
    heard.push(`${deviceId} ${seq}`);
  });
  await startGateway(gateway);
  const [loud, quiet] = await Promise.all(["GATE0001", "GATE0002"].map(openImpostor));
  for (let seq = 1; seq <= 300; seq += 1)
    await loud?.publishAsync("chairs/GATE0001/event", JSON.stringify(event(seq)), { qos: 1 });
  await quiet?.publishAsync("chairs/GATE0002/event", JSON.stringify(event(1)), { qos: 1 });
  await vi.waitUntil(() => heard.length === 1, patience);
  expect(heard).toEqual(["GATE0002 1"]);
  expect(gateway.counts()).toMatchObject({ crowdedOut: 290, waiting: 10 });
  release();
  await vi.waitUntil(() => gateway.counts().waiting === 0, patience);
  expect(heard.slice(1)).toEqual(
    [1, 292, 293, 294, 295, 296, 297, 298, 299, 300].map((n) => `GATE0001 ${n}`),
  );
});

it("tries a message again where its listener fails, and holds the device's later ones behind it", async () => {
  const gateway = openGateway();
  const seen: number[] = [];
  let failures = 2;
  onEvent(gateway, async (_deviceId, told) => {
    seen.push(told.seq);
    if (told.seq === 1 && failures > 0) {
      failures -= 1;
      throw new Error("the database is away");
    }
  });
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
  for (const seq of [1, 2, 3])
    await chair.publishAsync("chairs/GATE0001/event", JSON.stringify(event(seq)), { qos: 1 });
  await vi.waitUntil(() => seen.length === 5, patience);
  expect(seen).toEqual([1, 1, 1, 2, 3]);
  expect(gateway.counts()).toMatchObject({ retried: 2, abandoned: 0 });
});

it.each(ways)(
  "keeps each device's order under load, devices in parallel but bounded, and leaves the socket unread when full, %s",
  async (way, link) => {
    const gateway = openGateway({ concurrency: 3, highWater: 12, ...link() });
    const seen = new Map<string, number[]>();
    let active = 0;
    let mostActive = 0;
    let mostWaiting = 0;
    const full = Promise.withResolvers<void>();
    onEvent(gateway, async (deviceId, told) => {
      active += 1;
      mostActive = Math.max(mostActive, active);
      mostWaiting = Math.max(mostWaiting, gateway.counts().waiting);
      await full.promise;
      mostWaiting = Math.max(mostWaiting, gateway.counts().waiting);
      await systemClock.sleep(5);
      seen.set(deviceId, [...(seen.get(deviceId) ?? []), told.seq]);
      active -= 1;
    });
    await startGateway(gateway);
    const devices = ["GATE0001", "GATE0002", "GATE0003", "GATE0004", "GATE0005"];
    // Inside one process each chair has a socket of its own, and each may have one message past its gate.
    const mostAhead = way === "through a socket" ? 0 : devices.length;
    const seqs = Array.from({ length: 40 }, (_, index) => index + 1);
    const chairs = await Promise.all(devices.map(openImpostor));
    const speakAll = async () => {
      for (const seq of seqs)
        await Promise.all(
          chairs.map((chair, index) =>
            chair.publishAsync(`chairs/${devices[index]}/event`, JSON.stringify(event(seq)), { qos: 1 }),
          ),
        );
    };
    const spoken = speakAll();
    // Nothing is dealt with before the room is full, however slowly the chairs get to speak.
    await vi.waitUntil(() => gateway.counts().waiting >= 12 - mostAhead, patience);
    full.resolve();
    await spoken;
    await vi.waitUntil(() => [...seen.values()].flat().length === 200, patience);
    for (const deviceId of devices) expect(seen.get(deviceId)).toEqual(seqs);
    expect(mostActive).toBe(3);
    expect(mostWaiting).toBeGreaterThanOrEqual(12 - mostAhead);
    expect(mostWaiting).toBeLessThanOrEqual(12 + mostAhead);
  },
);

it("has its commands acknowledged while it reads nothing more because its room is full", async () => {
  const gateway = openGateway({ concurrency: 1, highWater: 2 });
  const full = Promise.withResolvers<void>();
  onEvent(gateway, () => full.promise);
  await startGateway(gateway);
  const chairs = ["GATE0001", "GATE0002", "GATE0003"];
  for (const deviceId of chairs) {
    const chair = await openImpostor(deviceId);
    await chair.publishAsync(`chairs/${deviceId}/event`, JSON.stringify(event(1)), { qos: 1 });
  }
  await vi.waitUntil(() => gateway.counts().waiting >= 2, patience);
  await gateway.send("GATE0001", command("report"));
  expect(gateway.counts().waiting).toBeGreaterThanOrEqual(2);
  full.resolve();
});

it.each(ways)("hands over at once what a chair says in a moment, in its order, %s", async (_way, link) => {
  const gateway = openGateway(link());
  const seen: string[][] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gateway.onWords(async (_deviceId, words) => {
    await opened;
    seen.push(Object.keys(words()));
  });
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
  const reply = { commandId: randomUUID(), outcome: "done", running: null };
  const say = (topic: "state" | "reply" | "event", payload: object) =>
    chair.publishAsync(`chairs/GATE0001/${topic}`, JSON.stringify(payload), { qos: 1 });
  const state = { online: false };
  await say("reply", reply);
  await say("state", state);
  await say("event", event(1));
  await say("event", event(2));
  await say("state", state);
  await say("reply", reply);
  await vi.waitUntil(() => gateway.counts().waiting === 6, patience);
  open();
  await vi.waitUntil(() => gateway.counts().waiting === 0, patience);
  expect(seen).toEqual([["reply", "state", "events"], ["events"], ["state"], ["reply"]]);
});

it("[CASH-1] passes on consecutive coins of a chair together, and no others", async () => {
  const gateway = openGateway(ways[1][1]());
  const seen: number[][] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gateway.onWords(async (_deviceId, words) => {
    await opened;
    seen.push((words().events ?? []).map(({ seq }) => seq));
  });
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
  const coin = { type: "coin", runId: "run", amount: 100, currency: "PHP" };
  const say = (seq: number, rest: object) =>
    chair.publishAsync("chairs/GATE0001/event", JSON.stringify({ ...event(seq), ...rest }), { qos: 1 });
  await say(1, coin);
  await say(2, { type: "started", runId: "run" });
  await say(3, coin);
  await say(3, coin);
  await say(5, coin);
  await say(6, coin);
  await say(7, { type: "fault", fault: "E1" });
  await say(8, coin);
  await say(9, { type: "finished", orderId: "order" });
  await say(10, coin);
  await say(11, { ...coin, epoch: "e2" });
  for (let seq = 12; seq < 52; seq += 1) await say(seq, { ...coin, epoch: "e2" });
  await vi.waitUntil(() => gateway.counts().waiting === 51, patience);
  open();
  await vi.waitUntil(() => gateway.counts().waiting === 0, patience);
  const batch = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  expect(seen).toEqual([[1, 2, 3], [3], [5, 6], [7], [8], [9], [10], batch(11, 32), batch(43, 9)]);
});

it("processes each of a chair's coins by itself where they fail together", async () => {
  const stored: number[] = [];
  // No pauses between the tries.
  const clock: Clock = { ...systemClock, sleep: async () => {} };
  const gateway = openGateway({ ...ways[1][1](), clock });
  gateway.onWords(async (_deviceId, words) => {
    const { events = [] } = words();
    if (events.some(({ seq }) => seq === 2)) throw new Error("cannot be stored");
    stored.push(...events.map(({ seq }) => seq));
  });
  await startGateway(gateway);
  const chair = await openImpostor("GATE0001");
  for (let seq = 1; seq <= 3; seq += 1)
    await chair.publishAsync(
      "chairs/GATE0001/event",
      JSON.stringify({ ...event(seq), type: "coin", amount: 100, currency: "PHP" }),
      { qos: 1 },
    );
  await vi.waitUntil(() => stored.length === 2, patience);
  expect(stored).toEqual([1, 3]);
  await vi.waitUntil(() => gateway.counts().abandoned === 1, patience);
});

it.each([
  ["ask for all messages", {}],
  ["ask for shared subscriptions, which the embedded broker refuses", { sharedGroup: "reposo" }],
])("delivers everything to each of two servers that %s", async (_what, options) => {
  const heard: string[] = [];
  for (const name of ["first", "second"]) {
    const gateway = openGateway(options);
    onEvent(gateway, async (_deviceId, told) => void heard.push(`${name} ${told.seq}`));
    await startGateway(gateway);
  }
  const chair = await openImpostor("GATE0001");
  await chair.publishAsync("chairs/GATE0001/event", JSON.stringify(event(1)), { qos: 1 });
  await vi.waitUntil(() => heard.length === 2, patience);
  expect(heard.sort()).toEqual(["first 1", "second 1"]);
});
