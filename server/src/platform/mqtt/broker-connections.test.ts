import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Writable } from "node:stream";
import mqtt from "mqtt";
import { afterEach, describe, expect, it } from "vitest";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import type { BrokerLimits } from "./broker-sockets.ts";
import { manualClock } from "#platform/time/clock.ts";
import { type EmbeddedBroker, type EmbeddedBrokerOptions, startEmbeddedBroker } from "./embedded-broker.ts";
import { createLimitedLog, createLog, silentLog } from "#platform/logging/log.ts";
import { socketClosed } from "#test/network/socket-closed.ts";

const brokers: EmbeddedBroker[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(brokers.splice(0).map((broker) => broker.close()));
});

const tls = { port: 0, key: Buffer.from(testKey), cert: Buffer.from(testCertificate) };

async function start(
  limits: Partial<BrokerLimits>,
  options: Partial<EmbeddedBrokerOptions> = {},
): Promise<EmbeddedBroker> {
  const broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: "the server's",
    authenticateDevice: async (_deviceId, secret) => secret === "right",
    log: silentLog,
    limits,
    ...options,
  });
  brokers.push(broker);
  return broker;
}

/** Connects from an address of this machine; resolves once the connection is open. */
async function open(port: number | null, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port: port as number, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "connect");
  return socket;
}

const chair = (url: string, id = "MC100001", password = "right") =>
  mqtt.connectAsync(
    url,
    { clientId: id, username: id, password, reconnectPeriod: 0, ca: testCertificate },
    false,
  );

/** The start of a TLS handshake: the header of a ClientHello of 512 bytes whose rest never arrives. */
const partialHello = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]);

describe("connections that do not authenticate", () => {
  it.each([
    ["that send nothing", "plain", Buffer.alloc(0)],
    ["with half a CONNECT", "plain", Buffer.from([0x10, 0x40, 0x00, 0x04])],
    ["that send nothing to the encrypted listener", "tls", Buffer.alloc(0)],
    ["with half a TLS handshake", "tls", partialHello],
  ] as const)("[ATTACK-3] %s are closed after the timeout", async (_, listener, bytes) => {
    const broker = await start({ connectSeconds: 1 }, { tls });
    const openedAt = performance.now();
    const socket = await open(listener === "tls" ? broker.tlsPort : broker.port);
    socket.write(bytes);
    await socketClosed(socket);
    expect(performance.now() - openedAt).toBeGreaterThan(900);
    await expect.poll(() => broker.connections()).toBe(0);
  });

  it("[ATTACK-3] are closed even if they send a byte from time to time", async () => {
    const broker = await start({ connectSeconds: 1 }, { tls });
    for (const port of [broker.port, broker.tlsPort]) {
      const socket = await open(port);
      socket.write(port === broker.tlsPort ? partialHello : Buffer.from([0x10, 0x40]));
      const slowWrites = setInterval(() => socket.write(Buffer.from([0])), 100);
      await socketClosed(socket);
      clearInterval(slowWrites);
    }
    await expect.poll(() => broker.connections()).toBe(0);
  });

  it("[ATTACK-3] do not affect a chair that authenticated in time", async () => {
    const broker = await start({ connectSeconds: 1 }, { tls });
    const plain = await chair(broker.url, "MC100001");
    const encrypted = await chair(`mqtts://127.0.0.1:${broker.tlsPort}`, "MC100002");
    const silent = await open(broker.port);
    await socketClosed(silent);
    expect([plain.connected, encrypted.connected]).toEqual([true, true]);
    await Promise.all([plain.endAsync(), encrypted.endAsync()]);
  });
});

describe("limits of the broker's connections", () => {
  it("[ATTACK-3] apply to pending connections per address, and do not affect other addresses", async () => {
    const broker = await start({ pendingPerAddress: 5 }, { tls });
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, at) => open(at % 2 === 0 ? broker.port : broker.tlsPort)),
    );
    await expect.poll(() => opened.filter((socket) => socket.closed).length).toBe(35);
    expect(broker.connections()).toBe(5);
    await open(broker.port, "127.0.0.2");
    await expect.poll(() => broker.connections()).toBe(6);
    for (const socket of opened) socket.destroy();
    await expect.poll(() => broker.connections()).toBe(1);
    const client = await chair(broker.url);
    await client.endAsync();
  });

  it("[ATTACK-3] apply per address and in total, to authenticated and other connections", async () => {
    const broker = await start({ connections: 3, connectionsPerAddress: 2 });
    const clients = [await chair(broker.url, "MC100001"), await chair(broker.url, "MC100002")];
    await expect(chair(broker.url, "MC100003")).rejects.toThrow(/connect|closed|ECONNRESET/i);
    await open(broker.port, "127.0.0.2");
    await expect.poll(() => broker.connections()).toBe(3);
    const refused = await open(broker.port, "127.0.0.3");
    await expect.poll(() => refused.closed).toBe(true);
    await Promise.all(clients.map((client) => client.endAsync()));
  });
});

it("[ATTACK-3] has no plain listener if only TLS is configured", async () => {
  const broker = await start({}, { tls, port: null });
  expect(broker).toMatchObject({ port: null, url: `mqtts://127.0.0.1:${broker.tlsPort}` });
  const client = await chair(broker.url);
  await client.endAsync();
});

describe("warnings caused by unknown clients", () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    "warn",
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
        done();
      },
    }),
  );

  it("[ATTACK-3] of refused logins are logged with their address, at a limited rate", async () => {
    lines.length = 0;
    const broker = await start({}, { log });
    for (let at = 0; at < 60; at += 1)
      await expect(chair(broker.url, "MC100001", "guess")).rejects.toThrow("Bad username");
    expect(lines[0]).toMatchObject({ client: "MC100001", address: "127.0.0.1" });
    expect(lines.length).toBeGreaterThan(0);
    // At most 20 lines are logged per minute, and a second minute may begin during the test.
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(JSON.stringify(lines)).not.toContain("guess");
  });

  it("report the number of omitted warnings", () => {
    lines.length = 0;
    const clock = manualClock(new Date("2026-11-23T08:00:00Z"));
    const limited = createLimitedLog(log, clock, 2);
    for (let at = 0; at < 5; at += 1) limited.warn({ at }, "refused");
    limited.warn({}, "another");
    clock.advance(60_000);
    limited.warn({ at: 5 }, "refused");
    expect(lines.map(({ msg, at, omitted }) => [msg, at, omitted])).toEqual([
      ["refused", 0, undefined],
      ["refused", 1, undefined],
      ["another", undefined, undefined],
      ["refused", 5, 3],
    ]);
  });
});
