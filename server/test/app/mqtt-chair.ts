import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";
import { rotateCredential } from "#features/devices/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice } from "./network-factory.ts";
import { eventually, type OrderApp, type PricedOutlet } from "./order-app.ts";

/** The run may have the optional ID of a command. */
type Reply = Pick<PayloadOf<"reply">, "outcome"> & { readonly running: object | null };

/** The state of an idle chair. */
export const idleState = {
  online: true,
  bootId: "b",
  firmware: "f",
  running: null,
  fault: null,
  coinCounter: 0,
  epoch: "e",
} as const;

/**
 * Connects an MQTT client with the credential of a new chair. In contrast to a virtual chair, it does only what the test
 * requests.
 * @param replyTo returns the reply to a command; null: none
 */
export async function connectMqttChair(
  { database, owner, broker, clock }: Pick<OrderApp, "database" | "owner" | "broker" | "clock">,
  outlet: PricedOutlet,
  {
    isOnline = false,
    replyTo = () => null,
  }: {
    /** Whether the database shows the chair as online although it has not reported. */
    isOnline?: boolean;
    replyTo?: (command: PayloadOf<"command">) => Reply | null;
  } = {},
) {
  const deviceId = await makeDevice(owner, { ...outlet, online: isOnline });
  const secret = await transact(database, (uow) => rotateCredential(uow, deviceId, clock.now()));
  const client = await mqtt.connectAsync(broker.url, {
    clientId: deviceId,
    username: deviceId,
    password: secret as string,
    reconnectPeriod: 0,
  });
  const received: PayloadOf<"command">[] = [];
  const publish = (topic: "state" | "reply" | "event", payload: unknown) =>
    client.publishAsync(`chairs/${deviceId}/${topic}`, JSON.stringify(payload), { qos: 1 });
  client.on("message", (topic, payload) => {
    if (!topic.endsWith("/command")) return;
    const command = JSON.parse(payload.toString()) as PayloadOf<"command">;
    received.push(command);
    const reply = replyTo(command);
    if (reply !== null) void publish("reply", { commandId: command.commandId, ...reply });
  });
  await client.subscribeAsync(`chairs/${deviceId}/command`, { qos: 1 });
  return {
    deviceId,
    client,
    /** The commands that the chair received, in their order. */
    received,
    publish,
    /** Reports an idle chair, and waits until the server considers it online. */
    async goOnline() {
      await publish("state", idleState);
      await eventually(async () => {
        const online = sql`SELECT FROM device WHERE device_id = ${deviceId} AND online`;
        if (!(await online.hasRows(database))) throw new Error(`chair ${deviceId} is not online`);
      });
    },
    close: () => client.endAsync(true),
  };
}
