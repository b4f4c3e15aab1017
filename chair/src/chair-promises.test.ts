import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestBroker } from "#test/test-broker.ts";
import { handClock } from "#test/hand-clock.ts";
import { type Command, openServerSide, until } from "#test/server-side.ts";
import { powerCutSteps } from "./chair-faults.ts";
import type { MotorRecord } from "./chair-interface.ts";
import { createVirtualChair } from "./virtual-chair.ts";

let broker: Awaited<ReturnType<typeof openTestBroker>>;
beforeAll(async () => {
  broker = await openTestBroker();
});
afterAll(() => broker.close());

const orders = ["order-1", "order-2", "order-3"];
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("start" as const), order: fc.constantFrom(...orders) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("extend" as const), copies: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("stop" as const), order: fc.constantFrom(...orders) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("repeat" as const), back: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("coin" as const), amount: fc.integer({ min: 1, max: 2000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("cut" as const), at: fc.constantFrom(...powerCutSteps) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "cutNow" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "offline" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "fault" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("jump" as const),
      hours: fc.integer({ min: -9000, max: 9000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "reset" as const }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

const startSeconds = 20;
const extendSeconds = 15;

/**
 * Executes the steps on a new chair. Returns the runs of its motor, the commands sent, and the events that the server
 * received.
 */
async function live(steps: Step[], eventCopies: number, shuffleEvents: boolean) {
  const deviceId = `P${randomUUID().slice(0, 8).toUpperCase()}`;
  const clock = handClock();
  const server = await openServerSide(broker.url, clock.now, deviceId);
  const ran: MotorRecord[] = [];
  const chair = createVirtualChair({
    deviceId,
    secret: "secret",
    mqttUrl: broker.url,
    clock,
    tickMs: 60_000,
    reconnectMs: 1,
    maxReconnectMs: 5,
    resendMs: 30,
    faults: { powerOffMs: 1, eventCopies, shuffleEvents },
    onMotorStopped: (record) => ran.push(record),
  });
  const sent: Command[] = [];
  // Part of the order IDs. It changes when the chair loses its memory, because the chair then cannot recognise earlier
  // orders.
  let generation = 0;
  const settled = () => until(() => chair.state().powered && chair.state().connected, "chair back on");
  const deliver = async (command: Command) => {
    const { bootId } = chair.state();
    const repliesBefore = server.replies.length;
    await server.send(deviceId, command);
    await until(
      () =>
        chair.state().bootId !== bootId ||
        server.replies.slice(repliesBefore).some(({ commandId }) => commandId === command.commandId),
      "an answer or a power cut",
    );
    // The power cut `afterReply` happens shortly after the server has received the reply.
    if (chair.state().faults.powerCutAt === "afterReply")
      await until(() => chair.state().bootId !== bootId, "cut");
    await settled();
  };
  const order = (type: "start" | "extend" | "stop", name: string) =>
    server.command(type, {
      orderId: `${name}/${generation}`,
      ...(type === "start" ? { gear: 1, seconds: startSeconds } : {}),
      ...(type === "extend" ? { seconds: extendSeconds } : {}),
    });

  const apply = async (step: Step) => {
    switch (step.kind) {
      case "start":
      case "stop":
        sent.push(order(step.kind, step.order));
        return deliver(sent.at(-1) as Command);
      case "extend": {
        const latest = sent.findLast(({ type }) => type === "start")?.orderId ?? "order-1/0";
        const extend = order("extend", latest.split("/")[0] as string);
        sent.push(extend);
        for (let copy = 0; copy < step.copies; copy += 1) await deliver(extend);
        return;
      }
      case "repeat": {
        const again = sent.filter(({ orderId }) => orderId?.endsWith(`/${generation}`)).at(-1 - step.back);
        return again && deliver(again);
      }
      case "wait":
        for (let passed = 0; passed < step.seconds; passed += 0.5) {
          clock.advance(500);
          chair.tick();
        }
        return settled();
      case "coin":
        return void chair.insertCoin(step.amount, "PHP", step.amount % 5 === 0);
      case "cut":
        return chair.setFaults({ powerCutAt: step.at });
      case "cutNow":
        chair.powerCut();
        return settled();
      case "offline":
        chair.setFaults({ offline: true });
        chair.insertCoin(1000, "PHP");
        chair.setFaults({ offline: false });
        return settled();
      case "fault":
        chair.setFaultCode("E1");
        return chair.setFaultCode(null);
      case "jump":
        return chair.clock.jump(step.hours * 3_600_000);
      case "reset":
        // First delivers all pending events, because the memory reset would delete them.
        await acknowledgeAll();
        generation += 1;
        chair.resetMemory();
        return settled();
    }
  };

  const acknowledgeAll = async () => {
    const { epoch, nextSeq } = chair.state();
    await until(() => {
      const seqs = new Set(
        server.eventsOf(deviceId).flatMap((event) => (event.epoch === epoch ? [event.seq] : [])),
      );
      let upTo = 0;
      while (seqs.has(upTo + 1)) upTo += 1;
      if (upTo > 0) void server.receipt(deviceId, { epoch, upTo });
      return upTo === nextSeq - 1 && chair.state().pendingEvents === 0;
    }, "every event acknowledged");
  };

  chair.start();
  await settled();
  for (const step of steps) await apply(step);
  chair.setFaults({ powerCutAt: null });
  await settled();
  await acknowledgeAll();
  await chair.stop();
  await server.close();
  return { ran, sent, events: server.eventsOf(deviceId) };
}

it("[PROTO-1] [PROTO-2] [PROTO-4] [G-6] [G-8] keeps the protocol's guarantees for random commands, coins, and faults", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 4, maxLength: 24 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (steps, eventCopies, shuffleEvents) => {
        const { ran, sent, events } = await live(steps, eventCopies, shuffleEvents);

        const orderRuns = ran.flatMap(({ orderId, ranSeconds }) =>
          orderId ? [{ orderId, ranSeconds }] : [],
        );
        expect(new Set(orderRuns.map(({ orderId }) => orderId)).size, "one run an order").toBe(
          orderRuns.length,
        );
        for (const { orderId, ranSeconds } of orderRuns) {
          const extensions = sent.filter(
            (command) => command.type === "extend" && command.orderId === orderId,
          );
          expect(ranSeconds).toBeLessThanOrEqual(startSeconds + extensions.length * extendSeconds + 1);
        }
        for (const { boughtSeconds, ranSeconds } of ran)
          expect(ranSeconds).toBeLessThanOrEqual(boughtSeconds + 1);

        for (const reported of epochsOf(events)) {
          expect(reported.map(({ seq }) => seq)).toEqual(reported.map((_event, index) => index + 1));
          const coins = reported.filter(({ type }) => type === "coin");
          const booked = coins.reduce((sum, coin) => sum + (coin.amount ?? 0), 0);
          expect((coins.at(-1)?.counterAfter ?? 0) - (coins[0]?.counterBefore ?? 0)).toBe(booked);
          const startedOrders = reported
            .filter(({ type }) => type === "started")
            .map((event) => event.orderId ?? event.runId);
          const ended = reported
            .filter(({ type }) => type === "finished" || type === "stopped")
            .map((event) => event.orderId ?? event.runId);
          expect(new Set(startedOrders).size).toBe(startedOrders.length);
          expect(startedOrders.slice(0, ended.length)).toEqual(ended);
        }
      },
    ),
    { numRuns: 150, seed: Number(process.env["REPOSO_TEST_SEED"] ?? 1), verbose: 1 },
  );
}, 240_000);

/** Returns the events as a server stores them: for each epoch, every event once and in order. */
function epochsOf(events: Awaited<ReturnType<typeof live>>["events"]) {
  const epochs = new Map<string, Map<number, (typeof events)[number]>>();
  for (const event of events) {
    const seqs = epochs.get(event.epoch) ?? new Map<number, typeof event>();
    epochs.set(event.epoch, seqs.set(event.seq, seqs.get(event.seq) ?? event));
  }
  return [...epochs.values()].map((epoch) => [...epoch.values()].sort((a, b) => a.seq - b.seq));
}
