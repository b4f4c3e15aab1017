import { chairTopic, type PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";
import { serveParent } from "#child-process.ts";
import type { BenchChair } from "#bench-network.ts";
import { type CoinBacklog, makeBacklog } from "./coin-backlogs.ts";

export interface CoinChairsTask {
  readonly mqttUrl: string;
  readonly chairs: readonly BenchChair[];
  /** Number of runs of each chair. */
  readonly runs: number;
}

export interface CoinsReady {
  /** Milliseconds until the last event had its receipt. */
  readonly ms: number;
}

/** Maximum number of sent events of a chair without a receipt. */
const windowSize = 64;
const maxConnected = 200;

/**
 * Runs chairs that send coins through the broker. At most 200 are connected at a time, each until its last event has a
 * receipt. Reports that it is ready when all events have receipts.
 */
serveParent<CoinChairsTask>(async ({ mqttUrl, chairs, runs }) => {
  const until = new Date();
  const waiting = chairs.map((chair) => ({ ...chair, ...makeBacklog(chair.deviceId, runs, until) }));
  const startMs = performance.now();
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await sendAll(mqttUrl, next);
  };
  await Promise.all(Array.from({ length: maxConnected }, work));
  const ready: CoinsReady = { ms: performance.now() - startMs };
  return { ready, stop: async () => {} };
});

async function sendAll(url: string, { deviceId, secret, events }: BenchChair & CoinBacklog): Promise<void> {
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
