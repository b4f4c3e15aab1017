import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterEach, describe, expect, it } from "vitest";
import { createChairGateway } from "#chairs/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openMosquitto } from "#test/network/mosquitto.ts";
import { makeTestFolder } from "#test/test-folder.ts";

const count = 50;
const ids = Array.from({ length: count }, (_, index) => `MC${100_001 + index}`);
const secretOf = new Map(ids.map((id) => [id, randomBytes(24).toString("base64url")]));
const serverSecret = randomBytes(24).toString("base64url");
const topics = ["state", "reply", "event", "command", "receipt"] as const;
const upTopics = ["state", "reply", "event"];
const topicOf = (id: string, topic: string) => `chairs/${id}/${topic}`;

interface Broker {
  readonly chairUrl: string;
  readonly serverUrl: string;
  /**
   * True if the broker closes the connection of a chair after a forbidden message; false if the broker ignores the
   * message.
   */
  readonly closesOnRefusal: boolean;
  close(): Promise<void>;
}

const brokers: Readonly<Record<string, () => Promise<Broker>>> = {
  async embedded() {
    const broker = await startEmbeddedBroker({
      host: "127.0.0.1",
      port: 0,
      serverSecret,
      authenticateDevice: async (id, secret) => secretOf.get(id) === secret,
      log: silentLog,
    });
    return { chairUrl: broker.url, serverUrl: broker.url, closesOnRefusal: true, close: broker.close };
  },
  async Mosquitto() {
    const folder = await makeTestFolder("rights");
    const broker = await openMosquitto(folder, new Map([...secretOf, [serverUsername, serverSecret]]));
    await broker.start();
    return {
      chairUrl: `mqtt://127.0.0.1:${broker.port}`,
      serverUrl: `mqtt://127.0.0.1:${broker.serverPort}`,
      closesOnRefusal: false,
      async close() {
        await broker.kill();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

const clients: MqttClient[] = [];
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  for (const close of cleanups.splice(0)) await close();
});

async function open(name: string): Promise<Broker> {
  const broker = await (brokers[name] as () => Promise<Broker>)();
  cleanups.push(broker.close);
  return broker;
}

async function connect(url: string, options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect(url, { reconnectPeriod: 0, ...options });
  clients.push(client);
  client.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
    client.once("close", () => reject(new Error("closed")));
  });
  return client;
}

const chair = ({ chairUrl }: Broker, id: string) =>
  connect(chairUrl, { clientId: id, username: id, password: secretOf.get(id) as string });
const server = ({ serverUrl }: Broker, clientId = "server-a") =>
  connect(serverUrl, { clientId, username: serverUsername, password: serverSecret });

function received(client: MqttClient): string[] {
  const messages: string[] = [];
  client.on("message", (topic, payload) => messages.push(`${topic} ${payload.toString()}`));
  return messages;
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once("close", () => resolve()));

const serverTopics = upTopics.map((topic) => `chairs/+/${topic}`);

describe.each(Object.keys(brokers))("on the %s broker", (name) => {
  it("[G-9] [PROTO-1] a chair receives no message for 49 other chairs or for the servers", async () => {
    const broker = await open(name);
    const spy = ids[0] as string;
    const others = ids.slice(1);
    const attempted = [
      ...others.flatMap((id) => topics.map((topic) => topicOf(id, topic))),
      "#",
      "+/+/+",
      "chairs/#",
      "chairs/+/+",
      "$SYS/#",
      "$SYS/broker/clients/total",
      "/#",
      "+/#",
      ...topics.map((topic) => `chairs/+/${topic}`),
      ...topics.flatMap((topic) => [
        `$share/reposo/chairs/+/${topic}`,
        `$share/x/chairs/${others[0]}/${topic}`,
      ]),
      "$share/x/#",
      "$share/x/$SYS/#",
      topicOf(spy, "state"),
      topicOf(spy, "event"),
    ];
    const host = await server(broker);
    await host.subscribeAsync(serverTopics, { qos: 1 });
    const atHost = received(host);
    const client = await chair(broker, spy);
    const atSpy = received(client);
    for (const filter of attempted) await client.subscribeAsync(filter, { qos: 1 }).catch(() => null);
    await client.subscribeAsync([topicOf(spy, "command"), topicOf(spy, "receipt")], { qos: 1 });
    const senders = await Promise.all(others.map((id) => chair(broker, id)));
    for (const [index, id] of others.entries()) {
      for (const topic of upTopics)
        await senders[index]?.publishAsync(topicOf(id, topic), id, { qos: 1, retain: topic === "state" });
      for (const topic of ["command", "receipt"]) await host.publishAsync(topicOf(id, topic), id, { qos: 1 });
    }
    await host.publishAsync(topicOf(spy, "command"), "own", { qos: 1 });
    await expect.poll(() => atSpy).toContain(`${topicOf(spy, "command")} own`);
    expect(atSpy).toEqual([`${topicOf(spy, "command")} own`]);
    // The chair tried to join a shared subscription; it must not take messages away from the servers.
    await expect.poll(() => atHost.length).toBe(others.length * upTopics.length);
  });

  it("[G-9] [PROTO-1] a chair cannot publish as one of 49 other chairs, and cannot publish commands", async () => {
    const broker = await open(name);
    const forger = ids[0] as string;
    const others = ids.slice(1);
    const host = await server(broker);
    await host.subscribeAsync(serverTopics, { qos: 1 });
    const atHost = received(host);
    const victims = await Promise.all(
      others.map(async (id) => {
        const client = await chair(broker, id);
        await client.subscribeAsync([topicOf(id, "command"), topicOf(id, "receipt")], { qos: 1 });
        return received(client);
      }),
    );
    const forged = [
      ...others.flatMap((id) => topics.map((topic) => topicOf(id, topic))),
      ...["command", "receipt"].map((topic) => topicOf(forger, topic)),
      "$SYS/broker/uptime",
      "chairs",
      `chairs/${forger}/state/more`,
      `$share/x/${topicOf(others[0] as string, "event")}`,
    ];
    let client = await chair(broker, forger);
    for (const topic of forged) {
      if (!client.connected) client = await chair(broker, forger);
      const isClosed = broker.closesOnRefusal ? closed(client) : null;
      client.publish(topic, "forged", { qos: 1, retain: true }, () => {});
      await isClosed;
    }
    // Messages of a connection keep their order, so all earlier messages have been processed when this message arrives.
    if (!client.connected) client = await chair(broker, forger);
    await client.publishAsync(topicOf(forger, "event"), "own", { qos: 1 });
    await expect.poll(() => atHost).toContain(`${topicOf(forger, "event")} own`);
    expect(atHost).toEqual([`${topicOf(forger, "event")} own`]);
    for (const id of others) await host.publishAsync(topicOf(id, "command"), "true", { qos: 1 });
    await expect.poll(() => victims.every((messages) => messages.length > 0)).toBe(true);
    expect(victims).toEqual(others.map((id) => [`${topicOf(id, "command")} true`]));
    const later = await server(broker, "server-b");
    const retained = received(later);
    await later.subscribeAsync("chairs/+/state", { qos: 1 });
    await client.publishAsync(topicOf(forger, "state"), "own", { qos: 1 });
    await expect.poll(() => retained).toEqual([`${topicOf(forger, "state")} own`]);
  });

  it("[PROTO-1] [PROTO-2] a connecting server receives a retained state, but no retained reply or event", async () => {
    const broker = await open(name);
    const id = ids[0] as string;
    const event = { epoch: "e1", seq: 1, at: null, type: "cleared" };
    const reply = { commandId: "c1", outcome: "done", running: null };
    for (const [topic, payload] of Object.entries({ event, reply, state: { online: false } })) {
      const client = await chair(broker, id);
      const isRefused = topic !== "state" && broker.closesOnRefusal;
      await new Promise<void>((resolve) => {
        if (isRefused) client.once("close", () => resolve());
        const message = JSON.stringify(payload);
        client.publish(topicOf(id, topic), message, { qos: 1, retain: true }, () => resolve());
      });
      await client.endAsync(true);
    }
    const gateway = createChairGateway({
      url: broker.serverUrl,
      username: serverUsername,
      password: serverSecret,
      clock: systemClock,
      log: silentLog,
    });
    cleanups.unshift(() => gateway.stop());
    const processed: unknown[] = [];
    gateway.onMessages(async (_deviceId, loadBatch) => void processed.push(loadBatch()));
    gateway.start();
    const isLoaded = () => gateway.counts().received === (broker.closesOnRefusal ? 1 : 3);
    await expect.poll(isLoaded).toBe(true);
    await expect.poll(() => processed).toEqual([{ state: { online: false }, isStateRetained: true }]);
    expect(gateway.counts()).toMatchObject({ invalid: broker.closesOnRefusal ? 0 : 2 });
    const client = await chair(broker, id);
    await client.publishAsync(topicOf(id, "event"), JSON.stringify(event), { qos: 1 });
    await expect.poll(() => processed.at(-1)).toMatchObject({ events: [event] });
  });

  it("[PROTO-1] a chair that publishes with quality of service 2 is disconnected", async () => {
    const broker = await open(name);
    const client = await chair(broker, ids[0] as string);
    const isClosed = closed(client);
    client.publish(topicOf(ids[0] as string, "event"), "{}", { qos: 2 }, () => {});
    const timeout = delay(5000).then(() => "still connected");
    expect(await Promise.race([isClosed.then(() => "closed"), timeout])).toBe("closed");
  });

  it("[G-9] [PROTO-1] no chair can take over the client ID of another chair or of a server", async () => {
    const broker = await open(name);
    const [attacker, ...others] = ids as [string, ...string[]];
    const host = await server(broker);
    const victims = await Promise.all(others.map((id) => chair(broker, id)));
    for (const clientId of [...others, "server-a"])
      await connect(broker.chairUrl, {
        clientId,
        username: attacker,
        password: secretOf.get(attacker) as string,
      }).catch(() => null);
    await host.publishAsync(topicOf(attacker, "command"), "x", { qos: 1 });
    for (const [index, id] of others.entries()) {
      const victim = victims[index] as MqttClient;
      await Promise.race([victim.publishAsync(topicOf(id, "event"), "x", { qos: 1 }), closed(victim)]);
    }
    expect(host.connected).toBe(true);
    expect(victims.filter(({ connected }) => !connected)).toEqual([]);
  });
});
