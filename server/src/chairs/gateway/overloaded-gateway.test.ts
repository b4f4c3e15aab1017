import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChairGateway } from "#chairs/index.ts";
import type { EmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import {
  clearedEvent,
  connectChair,
  createTestGateway,
  doneReply,
  startGatewayBroker,
} from "#test/network/gateway-broker.ts";

const waitOptions = { timeout: 30_000, interval: 5 };

let broker: EmbeddedBroker;
let cleanUps: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  broker = await startGatewayBroker();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  await broker.close();
});

function open(options: Parameters<typeof createTestGateway>[1]): ChairGateway {
  const gateway = createTestGateway(broker, options);
  cleanUps.push(() => gateway.stop());
  return gateway;
}

async function started(gateway: ChairGateway): Promise<void> {
  gateway.start();
  await vi.waitUntil(() => gateway.connected(), waitOptions);
}

async function connect(deviceId: string) {
  const client = await connectChair(broker, deviceId);
  cleanUps.push(() => client.endAsync(true));
  return client;
}

/** An error of a PostgreSQL that is being stopped. */
const stoppedDatabase = () => Object.assign(new Error("the database is shutting down"), { code: "57P01" });

it.each([
  ["through a socket", () => ({})],
  ["inside one process", () => ({ local: broker.local })],
] as const)(
  "[STATE-2] keeps every message while the database is unavailable, and reads the retained states afterwards, %s",
  async (_way, link) => {
    // Without delays, a message that is given up after some attempts is lost at once.
    const clock: Clock = { ...systemClock, sleep: (_ms, signal) => systemClock.sleep(1, signal) };
    const gateway = open({ ...link(), clock, maxPerDevice: 3 });
    let isAway = true;
    let refused = 0;
    const stored: string[] = [];
    gateway.onMessages(async (deviceId, loadBatch) => {
      const { reply, state, isStateRetained = false, events = [] } = loadBatch();
      if (isAway) {
        refused += 1;
        throw stoppedDatabase();
      }
      if (reply) stored.push(`${deviceId} reply`);
      if (state)
        stored.push(`${deviceId} ${state.online ? "on" : "off"}${isStateRetained ? " retained" : ""}`);
      stored.push(...events.map(({ seq }) => `${deviceId} event ${seq}`));
    });
    await started(gateway);
    const [one, other] = await Promise.all(["GATE0001", "GATE0002"].map(connect));
    const reply = JSON.stringify(doneReply());
    await one?.publishAsync("chairs/GATE0001/reply", reply, { qos: 1 });
    const off = JSON.stringify({ online: false });
    await one?.publishAsync("chairs/GATE0001/state", off, { qos: 1, retain: true });
    await other?.publishAsync("chairs/GATE0002/state", off, { qos: 1, retain: true });
    // Of too many messages of a chair, events are dropped first: the chair repeats them, but not its reply and state.
    for (const seq of [1, 2, 3])
      await one?.publishAsync("chairs/GATE0001/event", JSON.stringify(clearedEvent(seq)), { qos: 1 });
    await vi.waitUntil(() => refused > 20 && gateway.counts().received === 6, waitOptions);
    isAway = false;
    await vi.waitUntil(() => stored.filter((what) => what.endsWith("retained")).length === 2, waitOptions);
    expect(stored.filter((what) => !what.endsWith("retained")).sort()).toEqual([
      "GATE0001 event 3",
      "GATE0001 off",
      "GATE0001 reply",
      "GATE0002 off",
    ]);
    expect(gateway.counts()).toMatchObject({ abandoned: 0, waiting: 0 });
  },
);

it("[LOAD-1] processes replies and states ahead of other chairs' events", async () => {
  const gateway = open({ local: broker.local, concurrency: 1 });
  const handled: string[] = [];
  const opened = Promise.withResolvers<void>();
  gateway.onMessages(async (deviceId, loadBatch) => {
    handled.push(`${deviceId} ${Object.keys(loadBatch()).join()}`);
    await opened.promise;
  });
  await started(gateway);
  const ids = ["GATE0001", "GATE0002", "GATE0003", "GATE0004"];
  const chairs = await Promise.all(ids.map(connect));
  for (const [index, chair] of chairs.entries())
    await chair.publishAsync(`chairs/${ids[index]}/event`, JSON.stringify(clearedEvent(1)), { qos: 1 });
  const reply = JSON.stringify(doneReply());
  await chairs[3]?.publishAsync("chairs/GATE0004/reply", reply, { qos: 1 });
  await chairs[2]?.publishAsync("chairs/GATE0003/state", '{"online":false}', { qos: 1, retain: true });
  await vi.waitUntil(() => gateway.counts().waiting === 6, waitOptions);
  opened.resolve();
  await vi.waitUntil(() => gateway.counts().waiting === 0, waitOptions);
  // The events of one chair keep their place before its reply.
  expect(handled).toEqual([
    "GATE0001 events",
    "GATE0004 events",
    "GATE0003 events",
    "GATE0004 reply",
    "GATE0003 state",
    "GATE0002 events",
  ]);
});
