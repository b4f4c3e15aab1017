import { chairTopic, type PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";
import { serveParent } from "#child-process.ts";
import type { BenchChair } from "#bench-network.ts";
import { type CoinBacklog, makeBacklogs } from "./coin-load.ts";
import type { CoinsReady } from "./coins-process.ts";

export interface CoinChairsTask {
  readonly mqttUrl: string;
  readonly chairs: readonly BenchChair[];
  /** Number of runs of each chair. */
  readonly runs: number;
}

/** Maximum number of sent events of a chair without a receipt. */
const windowSize = 64;
const maxConnected = 200;

/**
 * Runs chairs that send coins through the broker. At most 200 are connected at a time, each until its last event has a
 * receipt. Reports that it is ready when all events have receipts.
 */
serveParent<CoinChairsTask>(async ({ mqttUrl, chairs, runs }) => {
  const secrets = new Map(chairs.map(({ deviceId, secret }) => [deviceId, secret]));
  const backlogs = makeBacklogs(chairs, runs, new Date());
  const waiting = [...backlogs];
  const startMs = performance.now();
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await sendAll(mqttUrl, secrets.get(next.deviceId) as string, next);
  };
  await Promise.all(Array.from({ length: maxConnected }, work));
  const ready: CoinsReady = {
    ms: performance.now() - startMs,
    events: backlogs.reduce((sum, { events }) => sum + events.length, 0),
    coins: backlogs.reduce((sum, { coins }) => sum + coins, 0),
  };
  return { ready, stop: async () => {} };
});

async function sendAll(url: string, secret: string, { deviceId, events }: CoinBacklog): Promise<void> {
  const client = await mqtt.connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    protocolVersion: 4,
  });
  let sent = 0;
  const send = (upTo: number) => {
    for (; sent < Math.min(upTo, events.length); sent += 1) {
      const { topic, payload } = events[sent] as CoinBacklog["events"][number];
      client.publish(topic, payload, { qos: 1 });
    }
  };
  const received = new Promise<void>((resolve) => {
    client.on("message", (_topic, payload) => {
      const { upTo } = JSON.parse(payload.toString()) as PayloadOf<"receipt">;
      if (upTo === events.length) resolve();
      else send(upTo + windowSize);
    });
  });
  await client.subscribeAsync(chairTopic(deviceId, "receipt"), { qos: 1 });
  send(windowSize);
  await received;
  await client.endAsync();
}
