import { randomBytes, randomUUID } from "node:crypto";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { rotateCredential } from "#features/devices/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { eventually } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";

/** Connects to the broker; `refusal` is the return code of its refusal, or the code of a network error. */
export async function connectBroker(url: string, options: IClientOptions) {
  const client = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: 10_000, ...options });
  let refusal: string | number | null = null;
  const isOpen = await new Promise<boolean>((resolve) => {
    client.once("connect", () => resolve(true));
    client.on("error", (error) => {
      refusal = (error as { code?: string | number }).code ?? null;
      resolve(false);
    });
    client.once("close", () => resolve(false));
  });
  return { client, isOpen, refusal };
}

/** Return codes of CONNACK: bad user name or password, and not authorised. */
const loginRefusals: unknown[] = [4, 5];

/** Returns whether the broker acknowledges a chair's subscription; the end of a connection may arrive after others. */
const isServed = async (client: MqttClient, deviceId: string): Promise<boolean> =>
  client.connected &&
  Promise.race([
    new Promise<boolean>((resolve) => client.once("close", () => resolve(false))),
    client.subscribeAsync(`chairs/${deviceId}/command`, { qos: 1 }).then(
      () => true,
      () => false,
    ),
  ]);

/**
 * Connects with guessed secrets, with other client IDs, and with the server's user name. Genuine connections of both
 * chairs that end in the meantime count as accepted too.
 */
export const connectAsAnother: Attack = {
  name: "connections to the broker as another chair or as the server",
  leaves: ["chair.refused"],
  async run({ mqttUrl, own, foreign, chairSecret, test }, count) {
    const foreignSecret = (await transact(test.database, (uow) =>
      rotateCredential(uow, foreign.deviceId, new Date()),
    )) as string;
    const identityOf = (deviceId: string, password: string) => ({
      clientId: deviceId,
      username: deviceId,
      password,
    });
    const chairs = [identityOf(own.deviceId, chairSecret), identityOf(foreign.deviceId, foreignSecret)];
    const genuine = await Promise.all(chairs.map((chair) => connectBroker(mqttUrl, chair)));
    if (!genuine.every(({ isOpen }) => isOpen)) throw new Error("the chairs themselves could not connect");
    const done = await attempt(Math.min(count, 300), async (index) => {
      const guess = randomBytes(16).toString("hex");
      const identities: IClientOptions[] = [
        { clientId: own.deviceId, username: own.deviceId, password: guess },
        { clientId: foreign.deviceId, username: own.deviceId, password: chairSecret },
        { clientId: own.deviceId, username: foreign.deviceId, password: chairSecret },
        { clientId: "reposo-server-a", username: "reposo-server", password: guess },
        { clientId: own.deviceId, username: "reposo-server", password: chairSecret },
        {},
      ];
      const { client, isOpen, refusal } = await connectBroker(mqttUrl, {
        ...identities[index % identities.length],
        localAddress: addressOf(2700 + (index % 50)),
      } as IClientOptions);
      client.end(true);
      if (!isOpen && !loginRefusals.includes(refusal))
        throw new Error(`a connection failed with ${refusal} instead of a refused login`);
      return isOpen;
    });
    const served = await Promise.all(
      genuine.map(({ client }, index) => isServed(client, chairs[index]?.clientId as string)),
    );
    const taken = served.filter((isStillServed) => !isStillServed).length;
    // The genuine secret takes over the connection, and the old one ends.
    const successors = await Promise.all(chairs.map((chair) => connectBroker(mqttUrl, chair)));
    await eventually(() => {
      if (genuine.some(({ client }) => client.connected))
        throw new Error("a chair's own new connection has not ended the old one");
    });
    for (const { client } of [...genuine, ...successors]) client.end(true);
    return { ...done, accepted: done.accepted + taken };
  },
};

/** Returns an event that the server would store if the chair of the topic published it. */
const forgedCoin = (index: number): string =>
  JSON.stringify({
    epoch: "forged",
    seq: index + 1,
    at: null,
    type: "coin",
    runId: randomUUID(),
    gear: 1,
    seconds: 60,
    amount: 1_000,
    currency: "PHP",
    counterBefore: 1_000 * index,
    counterAfter: 1_000 * (index + 1),
  });

/** Subscribes and publishes as a compromised chair with its genuine secret. */
export const leaveOwnTopics: Attack = {
  name: "a chair that subscribes or publishes beyond its own topics",
  async run(world, count) {
    const { mqttUrl, own, foreign, chairSecret } = world;
    const identity = { clientId: own.deviceId, username: own.deviceId, password: chairSecret };
    const subscriptions = ["#", "+/+/state", "chairs/#", "$SYS/#", `chairs/${foreign.deviceId}/command`];
    const eventsOf = () => countEvents(world, foreign.deviceId);
    await requireOwnTopics(world);
    const before = await eventsOf();
    const done = await attempt(
      Math.min(Math.max(count, 10), 100),
      async (index) => {
        const { client, isOpen } = await connectBroker(mqttUrl, identity);
        if (!isOpen) throw new Error("the compromised chair could not connect");
        // The broker closes the connection instead of acknowledging.
        const closed = new Promise<null>((resolve) => {
          client.once("close", () => resolve(null));
        });
        try {
          if (index % 2 === 0) {
            const topic = subscriptions[(index / 2) % subscriptions.length] as string;
            const granted = await Promise.race([client.subscribeAsync(topic, { qos: 1 }), closed]);
            return granted !== null && granted.some(({ qos }) => qos < 128);
          }
          const topic = `chairs/${foreign.deviceId}/event`;
          await Promise.race([client.publishAsync(topic, forgedCoin(index), { qos: 1 }), closed]);
          return false;
        } catch {
          // A refused subscription rejects the promise.
          return false;
        } finally {
          client.end(true);
        }
      },
      1,
    );
    return { ...done, accepted: done.accepted + (await eventsOf()) - before };
  },
};

/** Proves that the chair may use its own topics: it subscribes to its commands, and a coin that it publishes is stored. */
async function requireOwnTopics(world: AttackWorld): Promise<void> {
  const { mqttUrl, own, chairSecret } = world;
  const { client } = await connectBroker(mqttUrl, {
    clientId: own.deviceId,
    username: own.deviceId,
    password: chairSecret,
  });
  const [granted] = await client.subscribeAsync(`chairs/${own.deviceId}/command`, { qos: 1 });
  if (granted?.qos !== 1) throw new Error("a chair may not subscribe to its own commands");
  await client.publishAsync(`chairs/${own.deviceId}/event`, forgedCoin(0), { qos: 1 });
  client.end(true);
  await eventually(async () => {
    if ((await countEvents(world, own.deviceId)) === 0) throw new Error("a chair's own coin is not stored");
  });
}

async function countEvents({ test }: AttackWorld, deviceId: string): Promise<number> {
  const events = await sql<{ device_id: string }>`
    SELECT device_id FROM chair_event
    WHERE device_id = ${deviceId}`.rows(test.owner);
  return events.length;
}
