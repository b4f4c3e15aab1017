import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt, { type MqttClient } from "mqtt";
import { createChairGateway } from "#chairs/index.ts";
import { silentLog } from "#platform/logging/log.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { systemClock } from "#platform/time/clock.ts";

export const gatewaySecret = "the server's secret";
export const chairSecret = (deviceId: string): string => `secret of ${deviceId}`;

/** Starts an embedded broker that knows every chair with the secret of `chairSecret`. */
export const startGatewayBroker = (port = 0): Promise<EmbeddedBroker> =>
  startEmbeddedBroker({
    host: "127.0.0.1",
    port,
    serverSecret: gatewaySecret,
    authenticateDevice: async (deviceId, secret) => secret === chairSecret(deviceId),
    log: silentLog,
  });

type GatewayOptions = Parameters<typeof createChairGateway>[0];

export const createTestGateway = (broker: EmbeddedBroker, options: Partial<GatewayOptions> = {}) =>
  createChairGateway({
    url: broker.url,
    username: serverUsername,
    password: gatewaySecret,
    clock: systemClock,
    log: silentLog,
    ...options,
  });

/** Connects a client with the identity of a chair. */
export const connectChair = (broker: EmbeddedBroker, deviceId: string): Promise<MqttClient> =>
  mqtt.connectAsync(broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: chairSecret(deviceId),
    reconnectPeriod: 0,
  });

export const clearedEvent = (seq: number): PayloadOf<"event"> => ({
  epoch: "e1",
  seq,
  at: null,
  type: "cleared",
});

export const doneReply = (): PayloadOf<"reply"> => ({
  commandId: randomUUID(),
  outcome: "done",
  running: null,
});
