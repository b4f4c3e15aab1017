import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import mqtt from "mqtt";
import type { Socket } from "node:net";
import type { BenchChair } from "#bench-network.ts";
import { serveParent } from "#child-process.ts";

export interface ChairsTask {
  readonly mqttUrl: string;
  /** Factor by which the chairs' clocks run faster than real time. */
  readonly speed: number;
  readonly chairs: readonly BenchChair[];
  /** Clients for the baseline, which publish every command that they receive back to the broker. */
  readonly echoes: readonly BenchChair[];
}

serveParent<ChairsTask>(async ({ mqttUrl, speed, chairs, echoes }) => {
  const fleet = chairFleet({ mqttUrl, speed, tickMs: 1000 });
  for (const chair of chairs) fleet.add(chair);
  await fleet.start();
  await fleet.connected(120_000);
  const echoing = await Promise.all(echoes.map((echo) => startEcho(mqttUrl, echo)));
  return {
    ready: {},
    async stop() {
      await Promise.all(echoing.map((client) => client.endAsync()));
      await fleet.stop();
    },
  };
});

async function startEcho(mqttUrl: string, { deviceId, secret }: BenchChair) {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    protocolVersion: 4,
  });
  // Nagle's algorithm would delay the small messages.
  (client.stream as Socket).setNoDelay(true);
  client.on("message", (_topic, payload) => client.publish(`chairs/${deviceId}/reply`, payload, { qos: 1 }));
  await client.subscribeAsync(`chairs/${deviceId}/command`, { qos: 1 });
  return client;
}
