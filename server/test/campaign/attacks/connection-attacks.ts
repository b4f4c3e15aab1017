import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { liveEventsPath } from "@reposo/contract/sessions/live-events.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import mqtt, { type IClientOptions } from "mqtt";
import { makeCustomer } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { testCertificate } from "#test/network/broker-certificate.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { sql } from "#platform/postgres/sql.ts";

async function openSockets(
  count: number,
  at: { host: string; port: number; first: string | Buffer },
): Promise<Socket[]> {
  const { host, port, first } = at;
  const opened = Array.from({ length: count }, (_, index) => {
    const socket = connect({ host, port, localAddress: addressOf(2200 + (index % 100)) });
    socket.on("error", () => {});
    socket.once("connect", () => socket.write(first));
    return socket;
  });
  await Promise.all(opened.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  return opened;
}

/** Sends requests whose headers never end. Ordinary calls of others that fail in the meantime count as accepted. */
export const holdSlowSockets: Attack = {
  name: "slow HTTP sockets (failed calls of others)",
  async run({ client, own }, count) {
    const sockets = await openSockets(count, {
      host: client.hostname,
      port: client.port,
      first: "POST /api/web/api/v1/login/guest HTTP/1.1\r\nHost: chairs\r\nContent-",
    });
    const { accepted } = await attempt(50, async () => {
      const path = `/api${loginInfo.path}`;
      return (await client.send({ path, token: own.managerToken, from: 2400 })).code !== 200;
    });
    for (const socket of sockets) socket.destroy();
    return { attempts: count, accepted };
  },
};

/** Opens silent connections to the broker; connections above the limit that stay open count as accepted. */
export const holdSilentBrokerSockets: Attack = {
  name: "silent sockets of one address at the broker, above its limit",
  async run({ mqttUrl }, count) {
    const pendingPerAddress = 200;
    const { hostname, port } = new URL(mqttUrl);
    const attempts = pendingPerAddress + count;
    const sockets = Array.from({ length: attempts }, () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(2500) });
      socket.on("error", () => {}).resume();
      return socket;
    });
    await Promise.all(
      sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])),
    );
    const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === "open";
    const countOpen = () => sockets.filter(isOpen).length;
    // The broker closes refused sockets right after it has accepted them.
    const open = await eventually(() => {
      if (countOpen() > pendingPerAddress) throw new Error(`${countOpen()} sockets are open`);
      return countOpen();
    }).catch(countOpen);
    for (const socket of sockets) socket.destroy();
    return { attempts, accepted: Math.max(0, open - pendingPerAddress) };
  },
};

/** The header of a ClientHello of 512 bytes, and half of its content. */
const halfClientHello = Buffer.concat([
  Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  randomBytes(250),
]);

/** The broker's default timeout of 10 s, plus the time that a busy machine may need to close the sockets. */
const handshakeTimeoutMs = 30_000;

/**
 * Starts TLS handshakes that never end while a chair connects; handshakes that the broker keeps open count as accepted.
 */
export const holdTlsHandshakes: Attack = {
  name: "unfinished TLS handshakes at the broker",
  isSlow: true,
  async run({ mqttsUrl, own, chairSecret }, count) {
    const { hostname, port } = new URL(mqttsUrl);
    const sockets = await openSockets(count, { host: hostname, port: Number(port), first: halfClientHello });
    for (const socket of sockets) socket.resume();
    const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === "open";
    const countOpen = () => sockets.filter(isOpen).length;
    if (countOpen() === 0) throw new Error("no handshake was pending");
    const endsAt = performance.now() + handshakeTimeoutMs;
    do {
      const identity = { clientId: own.deviceId, username: own.deviceId, password: chairSecret };
      const { client, isOpen: isServed } = await connectBroker(mqttsUrl, {
        ...identity,
        ca: testCertificate,
      });
      client.end(true);
      if (!isServed) throw new Error("a chair could not connect while handshakes were pending");
      await delay(250);
    } while (countOpen() > 0 && performance.now() < endsAt);
    const accepted = countOpen();
    for (const socket of sockets) socket.destroy();
    return { attempts: count, accepted };
  },
};

/** Opens more event streams with one token than its limit of eight. */
export const openManyStreams: Attack = {
  name: "event streams above the token's limit",
  async run({ client, test }, count) {
    const perToken = 8;
    const attempts = perToken + Math.min(count, 200);
    const { token } = await makeCustomer(test.owner);
    let open = 0;
    const streams = Array.from({ length: attempts }, () => {
      const sent = request({
        hostname: client.hostname,
        port: client.port,
        path: `/api${liveEventsPath}`,
        headers: { "access-token": token },
        localAddress: addressOf(2600),
      });
      const settled = new Promise<void>((resolve) => {
        sent.on("error", () => resolve());
        sent.on("response", (response) => {
          if (response.statusCode === 200) open += 1;
          response.once("close", () => {
            if (response.statusCode === 200) open -= 1;
          });
          response.resume().on("error", () => {});
          resolve();
        });
      });
      sent.end();
      return { sent, settled };
    });
    await Promise.all(streams.map(({ settled }) => settled));
    const left = await eventually(() => {
      if (open > perToken) throw new Error(`${open} streams are open`);
      return open;
    }).catch(() => open);
    for (const { sent } of streams) sent.destroy();
    return { attempts, accepted: Math.max(0, left - perToken) };
  },
};

export async function connectBroker(url: string, options: IClientOptions) {
  const client = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: 10_000, ...options });
  const isOpen = await new Promise<boolean>((resolve) => {
    client.once("connect", () => resolve(true));
    client.on("error", () => resolve(false));
    client.once("close", () => resolve(false));
  });
  return { client, isOpen };
}

/** Connects with guessed secrets, with other client IDs, and with the server's user name. */
export const connectAsAnother: Attack = {
  name: "connections to the broker as another chair or as the server",
  run: ({ mqttUrl, own, foreign, chairSecret }, count) =>
    attempt(Math.min(count, 300), async (index) => {
      const guess = randomBytes(16).toString("hex");
      const identities: IClientOptions[] = [
        { clientId: own.deviceId, username: own.deviceId, password: guess },
        { clientId: foreign.deviceId, username: own.deviceId, password: chairSecret },
        { clientId: own.deviceId, username: foreign.deviceId, password: chairSecret },
        { clientId: "reposo-server-a", username: "reposo-server", password: guess },
        { clientId: own.deviceId, username: "reposo-server", password: chairSecret },
        {},
      ];
      const { client, isOpen } = await connectBroker(mqttUrl, {
        ...identities[index % identities.length],
        localAddress: addressOf(2700 + (index % 50)),
      } as IClientOptions);
      client.end(true);
      return isOpen;
    }),
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
    await requireStoredCoin(world);
    const before = await eventsOf();
    const done = await attempt(
      Math.min(Math.max(count, 10), 100),
      async (index) => {
        const { client, isOpen } = await connectBroker(mqttUrl, identity);
        if (!isOpen) return false;
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

/** Proves that a forged coin would be stored, by storing a coin that the chair itself publishes. */
async function requireStoredCoin(world: AttackWorld): Promise<void> {
  const { mqttUrl, own, chairSecret } = world;
  const { client } = await connectBroker(mqttUrl, {
    clientId: own.deviceId,
    username: own.deviceId,
    password: chairSecret,
  });
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
