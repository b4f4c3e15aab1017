import { rm } from "node:fs/promises";
import mqtt from "mqtt";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createChairGateway } from "#chairs/index.ts";
import { silentLog } from "#platform/logging/log.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { systemClock } from "#platform/time/clock.ts";
import { clearedEvent } from "#test/network/gateway-broker.ts";
import { type Mosquitto, openMosquitto } from "#test/network/mosquitto.ts";
import { makeTestFolder } from "#test/test-folder.ts";

const chair = "GATE0001";
const waitOptions = { timeout: 30_000, interval: 10 };
let folder: string;
let mosquitto: Mosquitto;

beforeEach(async () => {
  folder = await makeTestFolder("leaving");
  mosquitto = await openMosquitto(
    folder,
    new Map([
      [chair, "chair"],
      [serverUsername, "server"],
    ]),
  );
  await mosquitto.start();
});
afterEach(async () => {
  await mosquitto.kill();
  await rm(folder, { recursive: true, force: true });
});

async function openGateway(seqs: number[], states: boolean[]) {
  const gateway = createChairGateway({
    url: `mqtt://127.0.0.1:${mosquitto.serverPort}`,
    username: serverUsername,
    password: "server",
    sharedGroup: "reposo",
    clock: systemClock,
    log: silentLog,
  });
  gateway.onMessages(async (_deviceId, loadBatch) => {
    const { events = [], state } = loadBatch();
    seqs.push(...events.map(({ seq }) => seq));
    if (state) states.push(state.online);
  });
  gateway.start();
  await vi.waitUntil(() => gateway.connected(), waitOptions);
  return gateway;
}

it("[READY-1] a server whose database cannot be written leaves the chairs' messages to another server", async () => {
  const [first, second]: number[][] = [[], []];
  const states: boolean[] = [];
  const leaving = await openGateway(first as number[], states);
  const other = await openGateway(second as number[], []);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
    clientId: chair,
    username: chair,
    password: "chair",
  });
  let sent = 0;
  const received = () => [...(first as number[]), ...(second as number[])];
  const send = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      sent += 1;
      const event = JSON.stringify(clearedEvent(sent));
      await client.publishAsync(`chairs/${chair}/event`, event, { qos: 1 });
    }
    await vi.waitUntil(() => received().length === sent, waitOptions);
  };
  await vi.waitUntil(async () => {
    await send(10);
    return first?.length !== 0 && second?.length !== 0;
  }, waitOptions);

  // Messages are sent continuously while the server leaves; none is lost.
  const sending = send(300);
  leaving.followDatabase("down");
  leaving.followDatabase("down");
  await sending;
  await vi.waitUntil(async () => {
    const before = first?.length;
    await send(50);
    return first?.length === before;
  }, waitOptions);
  const state = (online: boolean) =>
    client.publishAsync(`chairs/${chair}/state`, JSON.stringify({ online }), { qos: 1, retain: true });
  await state(false);
  expect(states).toEqual([]);

  leaving.followDatabase("up");
  await vi.waitUntil(() => states.length === 1, waitOptions);
  await vi.waitUntil(async () => {
    const before = first?.length as number;
    await send(10);
    return (first?.length as number) > before;
  }, waitOptions);
  expect(received().sort((a, b) => a - b)).toEqual(Array.from({ length: sent }, (_, n) => n + 1));
  await client.endAsync();
  await Promise.all([leaving.stop(), other.stop()]);
});
