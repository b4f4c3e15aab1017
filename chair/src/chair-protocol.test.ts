import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestBroker } from "#test/test-broker.ts";
import { handClock } from "#test/hand-clock.ts";
import { openServerSide, quiet, until } from "#test/server-side.ts";
import type { VirtualChair, VirtualChairOptions } from "./chair-interface.ts";
import { createVolatileMemory } from "./chair-memory.ts";
import { createVirtualChair } from "./virtual-chair.ts";

const deviceId = "TEST0001";
let broker: Awaited<ReturnType<typeof openTestBroker>>;
let server: Awaited<ReturnType<typeof openServerSide>>;
let clock: ReturnType<typeof handClock>;
let chair: VirtualChair | null = null;

beforeEach(async () => {
  broker = await openTestBroker();
  clock = handClock();
  server = await openServerSide(broker.url, clock.now);
});
afterEach(async () => {
  await chair?.stop();
  chair = null;
  await server.close();
  await broker.close();
});

async function connectChair(options: Partial<VirtualChairOptions> = {}): Promise<VirtualChair> {
  chair = createVirtualChair({
    deviceId,
    secret: "secret",
    mqttUrl: broker.url,
    clock,
    tickMs: 5,
    reconnectMs: 5,
    resendMs: 40,
    ...options,
  });
  const virtualChair = chair;
  virtualChair.start();
  await until(
    () => virtualChair.state().connected && server.states.some(({ state }) => state.online),
    "chair online",
  );
  return virtualChair;
}

const start = (orderId: string, rest = {}) =>
  server.command("start", { orderId, gear: 2, seconds: 60, ...rest });
const receivedTypes = () => server.eventsOf(deviceId).map((event) => event.type);
const lastState = () => server.states.at(-1)?.state;

it("[PROTO-1] runs an order once, replies duplicate to a repeated start, and refuses another order while the first runs", async () => {
  await connectChair();
  const command = start("order-1");
  expect(await server.request(deviceId, command)).toMatchObject({
    outcome: "done",
    running: { orderId: "order-1", gear: 2, elapsedSeconds: 0, totalSeconds: 60 },
  });
  expect(await server.request(deviceId, command)).toMatchObject({ outcome: "duplicate" });
  expect(await server.request(deviceId, start("order-1"))).toMatchObject({ outcome: "duplicate" });
  const other = start("order-2");
  expect(await server.request(deviceId, other)).toMatchObject({ outcome: "refused", reason: "busy" });
  expect(server.eventsOf(deviceId).filter((event) => event.type === "started" && event.seq > 1)).toEqual([]);

  // The chair is idle again, but the refused start stays refused.
  await server.request(deviceId, server.command("stop", { orderId: "order-1" }));
  expect(await server.request(deviceId, other)).toMatchObject({ outcome: "refused", running: null });
  expect(await server.request(deviceId, start("order-1"))).toMatchObject({
    outcome: "duplicate",
    running: null,
  });
});

it("[PROTO-1] replies expired after notAfter, according to its own clock or to the command's server time", async () => {
  const virtualChair = await connectChair();
  const stale = start("order-1", {
    serverTime: "2026-11-21T08:00:30.000Z",
    notAfter: "2026-11-21T08:00:20.000Z",
  });
  expect(await server.request(deviceId, stale)).toMatchObject({ outcome: "expired", running: null });
  const delayed = start("order-2");
  await server.request(deviceId, server.command("report"));
  clock.advance(20_001);
  expect(await server.request(deviceId, delayed)).toMatchObject({ outcome: "expired" });
  expect(await server.request(deviceId, { ...delayed, notAfter: "2099-01-01T00:00:00.000Z" })).toMatchObject({
    outcome: "expired",
  });
  expect(virtualChair.state()).toMatchObject({ running: null, nextSeq: 1 });
  // Neither order was executed, so a new command with a later deadline starts the order.
  expect(await server.request(deviceId, start("order-2"))).toMatchObject({ outcome: "done" });
});

it.each([
  { step: "beforeStore", reported: [], again: "done" },
  { step: "afterStore", reported: ["started", "stopped"], again: "duplicate" },
  { step: "afterReply", reported: ["started", "stopped"], again: "duplicate" },
] as const)(
  "[PROTO-1] does not run an order twice after a power cut at the step $step",
  async ({ step, reported, again }) => {
    const virtualChair = await connectChair({ faults: { powerCutAt: step, powerOffMs: 5 } });
    const { bootId } = virtualChair.state();
    const command = start("order-1");
    await server.send(deviceId, command);
    await until(
      () => virtualChair.state().bootId !== bootId && virtualChair.state().connected,
      "second boot",
    );
    await until(
      () => new Set(server.eventsOf(deviceId).map(({ seq }) => seq)).size === reported.length,
      "the expected events",
    );
    expect([...new Set(receivedTypes())]).toEqual(reported);
    expect(await server.request(deviceId, command)).toMatchObject({ outcome: again });
  },
);

it("[PROTO-2] sends events in order and repeats them until a receipt covers them", async () => {
  const virtualChair = await connectChair();
  await server.request(deviceId, start("order-1"));
  await server.request(deviceId, server.command("stop", { orderId: "order-1" }));
  const timesReceived = (seq: number) =>
    server.eventsOf(deviceId).filter((event) => event.seq === seq).length;
  await until(() => timesReceived(1) >= 3 && timesReceived(2) >= 3, "events sent thrice");
  const received = server.eventsOf(deviceId);
  const firstReceived = received.filter(
    (event, index) => received.findIndex(({ seq }) => seq === event.seq) === index,
  );
  expect(firstReceived).toMatchObject([
    { seq: 1, type: "started" },
    { seq: 2, type: "stopped" },
  ]);

  const { epoch } = virtualChair.state();
  await server.receipt(deviceId, { epoch: "another epoch", upTo: 2 });
  await server.receipt(deviceId, { epoch, upTo: 1 });
  await until(() => virtualChair.state().pendingEvents === 1, "first receipt");
  await server.receipt(deviceId, { epoch, upTo: 2 });
  await until(() => virtualChair.state().pendingEvents === 0, "second receipt");
  // When this reply arrives, all messages that the chair sent before the receipt have arrived.
  await server.request(deviceId, server.command("report"));
  const reported = server.events.length;
  await quiet(120);
  expect(server.events.length).toBe(reported);
});

it("[PROTO-2] keeps its epoch after a power cut, and creates a new one when the memory is lost", async () => {
  const memory = createVolatileMemory();
  const virtualChair = await connectChair({ memory, faults: { powerOffMs: 5 } });
  await server.request(deviceId, start("order-1"));
  const { epoch, bootId } = virtualChair.state();
  virtualChair.powerCut();
  await until(() => virtualChair.state().bootId !== bootId && virtualChair.state().connected, "second boot");
  expect(virtualChair.state()).toMatchObject({ epoch, nextSeq: 3 });
  virtualChair.resetMemory();
  await until(() => virtualChair.state().connected, "connected again");
  expect(virtualChair.state().epoch).not.toBe(epoch);
  expect(virtualChair.state()).toMatchObject({ nextSeq: 1, pendingEvents: 0 });
});

it("[PROTO-2] delivers all events from the time offline after reconnecting, even if they are repeated and shuffled", async () => {
  const virtualChair = await connectChair({ faults: { eventCopies: 3, shuffleEvents: true } });
  virtualChair.setFaults({ offline: true });
  await until(() => lastState()?.online === false, "last will");
  for (let coin = 0; coin < 100; coin += 1) virtualChair.insertCoin(500, "PHP");
  expect(virtualChair.state()).toMatchObject({ connected: false, coinCounter: 50_000, pendingEvents: 101 });
  virtualChair.setFaults({ offline: false });
  await until(() => new Set(server.eventsOf(deviceId).map(({ seq }) => seq)).size === 64, "the first window");
  await server.receipt(deviceId, { epoch: virtualChair.state().epoch, upTo: 64 });
  await until(() => new Set(server.eventsOf(deviceId).map(({ seq }) => seq)).size === 101, "the rest");
});

it("[PROTO-4] starts a run for a coin without the server, and adds further coins to the same run", async () => {
  const virtualChair = await connectChair();
  expect(virtualChair.insertCoin(1000, "PHP")).toBe("accepted");
  expect(virtualChair.insertCoin(500, "PHP")).toBe("accepted");
  await until(() => server.eventsOf(deviceId).length >= 3, "coin events");
  const [coin, started, more] = server.eventsOf(deviceId);
  expect(coin).toMatchObject({
    seq: 1,
    type: "coin",
    amount: 1000,
    currency: "PHP",
    counterBefore: 0,
    counterAfter: 1000,
  });
  expect(started).toMatchObject({ seq: 2, type: "started", runId: coin?.runId, seconds: 60 });
  expect(more).toMatchObject({
    seq: 3,
    type: "coin",
    runId: coin?.runId,
    counterBefore: 1000,
    counterAfter: 1500,
  });
  expect(virtualChair.state().running).toMatchObject({ runId: coin?.runId, totalSeconds: 90 });
  expect(await server.request(deviceId, start("order-1"))).toMatchObject({
    outcome: "refused",
    reason: "busy",
  });
});

it("[PROTO-4] closes the acceptor while an order runs, and starts no massage for a coin that is accepted nevertheless", async () => {
  const virtualChair = await connectChair();
  await server.request(deviceId, start("order-1"));
  expect(virtualChair.insertCoin(1000, "PHP")).toBe("returned");
  expect(virtualChair.insertCoin(1000, "PHP", true)).toBe("accepted");
  expect(virtualChair.state()).toMatchObject({
    coinCounter: 1000,
    running: { orderId: "order-1", totalSeconds: 60 },
  });
  await until(() => receivedTypes().includes("coin"), "coin event");
  expect(server.eventsOf(deviceId).find(({ type }) => type === "coin")).toMatchObject({
    seconds: 0,
    amount: 1000,
  });
});

it("[PROTO-5] sets the time of events by the last server time, and to null before the first one", async () => {
  const virtualChair = await connectChair();
  virtualChair.insertCoin(1000, "PHP");
  virtualChair.pressStop();
  expect(virtualChair.state().wallClockMs).toBeNull();
  await server.request(deviceId, start("order-1", { serverTime: "2026-11-21T08:00:00.000Z" }));
  clock.advance(5000);
  virtualChair.pressStop();
  await until(() => server.eventsOf(deviceId).some(({ seq }) => seq === 5), "the fifth event");
  const byNumber = new Map(server.eventsOf(deviceId).map((event) => [event.seq, event]));
  expect(byNumber.get(1)?.at).toBeNull();
  expect(byNumber.get(5)).toMatchObject({
    type: "stopped",
    reason: "button",
    at: "2026-11-21T08:00:05.000Z",
  });

  virtualChair.clock.jump(3_600_000);
  expect(virtualChair.state().wallClockMs).toBe(Date.parse("2026-11-21T09:00:05.000Z"));
  await server.request(deviceId, server.command("report", { notAfter: "2026-11-21T10:00:00.000Z" }));
  expect(virtualChair.state().wallClockMs).toBe(clock.now().getTime());
});

it("[PROTO-6] ends a massage by its stopwatch, regardless of jumps of its wall clock [G-8]", async () => {
  const ran: number[] = [];
  const virtualChair = await connectChair({ onMotorStopped: ({ ranSeconds }) => ran.push(ranSeconds) });
  await server.request(deviceId, start("order-1"));
  virtualChair.clock.jump(365 * 86_400_000);
  clock.advance(59_900);
  virtualChair.tick();
  expect(virtualChair.state().running).toMatchObject({ elapsedSeconds: 59 });
  clock.advance(100);
  virtualChair.tick();
  expect(virtualChair.state().running).toBeNull();
  expect(ran).toEqual([60]);
  await until(() => receivedTypes().includes("finished"), "finished");
  expect(server.eventsOf(deviceId).find(({ type }) => type === "finished")).toMatchObject({
    orderId: "order-1",
    seconds: 60,
  });
});

it("[PROTO-6] stops immediately, and refuses a start that arrives after the stop of its order", async () => {
  await connectChair();
  await server.request(deviceId, start("order-1"));
  expect(await server.request(deviceId, server.command("stop", { orderId: "order-9" }))).toMatchObject({
    outcome: "done",
    running: { orderId: "order-1" },
  });
  const stop = server.command("stop", { orderId: "order-1" });
  expect(await server.request(deviceId, stop)).toMatchObject({ outcome: "done", running: null });
  expect(await server.request(deviceId, stop)).toMatchObject({ outcome: "duplicate", running: null });
  expect(await server.request(deviceId, start("order-9"))).toMatchObject({
    outcome: "refused",
    reason: "stopped",
  });
});

it("[PROTO-7] replies to report with its current run, and resends every event without a receipt", async () => {
  const virtualChair = await connectChair({ faults: { dropReplies: 1 }, resendMs: 60_000 });
  await server.send(deviceId, start("order-1"));
  await until(() => receivedTypes().length === 1, "started");
  expect(server.replies).toEqual([]);
  expect(await server.request(deviceId, server.command("report"))).toMatchObject({
    outcome: "done",
    running: { orderId: "order-1" },
  });
  await until(() => receivedTypes().length === 2, "started again");
  expect(virtualChair.state().pendingEvents).toBe(1);
});

it("[PROTO-8] extends the running order only once per command", async () => {
  await connectChair();
  await server.request(deviceId, start("order-1"));
  const extend = server.command("extend", { orderId: "order-1", seconds: 30 });
  expect(await server.request(deviceId, extend)).toMatchObject({
    outcome: "done",
    running: { totalSeconds: 90 },
  });
  expect(await server.request(deviceId, extend)).toMatchObject({
    outcome: "duplicate",
    running: { totalSeconds: 90 },
  });
  const foreign = server.command("extend", { orderId: "order-2", seconds: 30 });
  expect(await server.request(deviceId, foreign)).toMatchObject({ outcome: "refused", reason: "notRunning" });
});

it("[PROTO-9] does not resume after a power cut, and reports the run as stopped by powerLoss after the last will reported offline", async () => {
  const virtualChair = await connectChair({ faults: { powerOffMs: 30 } });
  await server.request(deviceId, start("order-1", { seconds: 600 }));
  clock.advance(61_000);
  virtualChair.tick();
  clock.advance(10_000);
  virtualChair.powerCut();
  // The chair may be online again before the test reads the last will.
  const will = await until(() => server.states.find(({ state }) => !state.online), "last will");
  expect(will.state).toEqual({ online: false });
  const since = server.states.indexOf(will);
  const back = await until(() => server.states.slice(since).find(({ state }) => state.online), "back again");
  expect(back.state).toMatchObject({ running: null });
  await until(() => receivedTypes().includes("stopped"), "stopped");
  expect(server.eventsOf(deviceId).find(({ type }) => type === "stopped")).toMatchObject({
    orderId: "order-1",
    reason: "powerLoss",
    seconds: 61,
  });
});

it("[PROTO-10] publishes its retained state on connect, on change, and every 60 s while running", async () => {
  const virtualChair = await connectChair();
  expect(lastState()).toMatchObject({ online: true, running: null, fault: null, coinCounter: 0 });
  await server.request(deviceId, start("order-1", { seconds: 600 }));
  await until(() => server.states.length === 2, "state on change");
  clock.advance(60_000);
  virtualChair.tick();
  await until(() => server.states.length === 3, "state after 60 s");
  expect(lastState()).toMatchObject({ running: { elapsedSeconds: 60 } });
  virtualChair.setFaultCode("E7");
  await until(() => server.states.length === 4, "state on fault");
  expect(lastState()).toMatchObject({ running: null, fault: "E7" });
  await until(() => new Set(receivedTypes()).has("stopped"), "stopped");
  expect(await server.request(deviceId, start("order-2"))).toMatchObject({
    outcome: "refused",
    reason: "fault",
  });
  virtualChair.setFaultCode(null);
  await until(() => receivedTypes().includes("cleared"), "cleared");

  const late = await openServerSide(broker.url);
  await until(() => late.states.length === 1, "retained state");
  expect(late.states[0]).toMatchObject({ retained: true, state: { online: true } });
  await late.close();
});

it("executes identify, ignores invalid commands, and replies late or not at all with the faults for this", async () => {
  const virtualChair = await connectChair();
  expect(await server.request(deviceId, server.command("identify"))).toMatchObject({ outcome: "done" });
  expect(virtualChair.state().identified).toBe(1);
  await server.send(deviceId, { ...server.command("start"), type: "explode" } as never);
  await server.send(deviceId, { ...server.command("report"), commandId: "" });
  virtualChair.setFaults({ lateReplyMs: 60, refuse: "maintenance" });
  const requestedAt = performance.now();
  expect(await server.request(deviceId, start("order-1"))).toMatchObject({
    outcome: "refused",
    reason: "maintenance",
  });
  expect(performance.now() - requestedAt).toBeGreaterThanOrEqual(55);
  virtualChair.setFaults({ noReply: true });
  const received = server.replies.length;
  await server.send(deviceId, server.command("report"));
  await quiet(50);
  expect(server.replies.length).toBe(received);
});

it("[CHAIR-3] applies a configuration, reports it in its state, and keeps it after a power cut", async () => {
  const memory = createVolatileMemory();
  const virtualChair = await connectChair({ memory });
  expect(lastState()).toMatchObject({ configuration: { version: 0 } });
  const configure = (configuration: {
    version: number;
    volume?: number;
    pulseValue?: number;
    gears?: number;
  }) => server.request(deviceId, server.command("configure", { configuration }));
  expect(await server.request(deviceId, server.command("configure"))).toMatchObject({
    outcome: "refused",
    reason: "malformed",
  });

  expect(await configure({ version: 2, volume: 30, pulseValue: 500 })).toMatchObject({ outcome: "done" });
  const applied = { version: 2, volume: 30, pulseValue: 500, gears: 9 };
  await until(() => JSON.stringify(lastState()).includes('"version":2'), "the state with the configuration");
  expect(lastState()).toMatchObject({ configuration: applied });

  expect(await configure({ version: 1, volume: 80 })).toMatchObject({
    outcome: "refused",
    reason: "outdated",
  });
  expect(await configure({ version: 2, volume: 80 })).toMatchObject({ outcome: "done" });
  expect(await configure({ version: 3, gears: 1 })).toMatchObject({ outcome: "done" });
  expect(await server.request(deviceId, start("order-1"))).toMatchObject({
    outcome: "refused",
    reason: "gear",
  });

  virtualChair.powerCut(0);
  await until(() => virtualChair.state().connected, "chair back");
  expect(virtualChair.state().configuration).toEqual({ ...applied, version: 3, gears: 1 });
});
