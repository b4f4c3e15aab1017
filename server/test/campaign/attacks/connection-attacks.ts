import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { eventually } from "#test/app/order-app.ts";
import { testCertificate } from "#test/network/broker-certificate.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack } from "./attack-world.ts";
import { connectBroker } from "./broker-attacks.ts";
import { requireLimitReached } from "./refusals.ts";

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
    // A socket whose data is not read never reports that the server has closed it.
    for (const socket of sockets) socket.resume();
    const { accepted } = await attempt(50, async () => {
      const path = `/api${loginInfo.path}`;
      return (await client.send({ path, token: own.managerToken, from: 2400 })).code !== 200;
    });
    const held = sockets.filter((socket) => socket.readyState === "open").length;
    for (const socket of sockets) socket.destroy();
    if (held < count) throw new Error(`only ${held} of ${count} sockets were held open`);
    return { attempts: count, accepted };
  },
};

/**
 * Opens silent connections to the broker while a chair connects from another address; connections above the limit that
 * stay open count as accepted.
 */
export const holdSilentBrokerSockets: Attack = {
  name: "silent sockets of one address at the broker, above its limit",
  async run({ mqttUrl, own, chairSecret }, count) {
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
    const chair = await connectBroker(mqttUrl, {
      clientId: own.deviceId,
      username: own.deviceId,
      password: chairSecret,
    });
    chair.client.end(true);
    for (const socket of sockets) socket.destroy();
    requireLimitReached(open, pendingPerAddress);
    if (!chair.isOpen) throw new Error("the broker refused the connection of another address too");
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
    const refusals = new Set<number | undefined>();
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
          else refusals.add(response.statusCode);
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
    requireLimitReached(left, perToken);
    // A new stream ends the oldest one, or is refused if it follows too early.
    refusals.delete(429);
    if (refusals.size > 0) throw new Error(`streams were refused with ${[...refusals].join()}`);
    return { attempts, accepted: Math.max(0, left - perToken) };
  },
};
