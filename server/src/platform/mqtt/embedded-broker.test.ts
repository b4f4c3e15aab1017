import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { serverUsername } from "./broker-rights.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "./embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { socketClosed } from "#test/network/socket-closed.ts";

const secrets: Record<string, string> = { MC100001: "first", MC100002: "second" };
let broker: EmbeddedBroker;
const clients: MqttClient[] = [];

beforeAll(async () => {
  broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: "the server's",
    authenticateDevice: async (deviceId, secret) => {
      if (deviceId === "MC999999") throw new Error("the database is away");
      return secrets[deviceId] === secret;
    },
    log: silentLog,
  });
});
afterAll(() => broker.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function connect(options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect(broker.url, { reconnectPeriod: 0, ...options });
  clients.push(client);
  client.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
    client.once("close", () => reject(new Error("closed")));
  });
  return client;
}

const chair = (id: string, options: IClientOptions = {}) =>
  connect({ clientId: id, username: id, password: secrets[id] ?? "", ...options });
const server = (name = "a") =>
  connect({ clientId: `${serverUsername}-${name}`, username: serverUsername, password: "the server's" });

function messagesOf(client: MqttClient): string[] {
  const seen: string[] = [];
  client.on("message", (topic, payload) => seen.push(`${topic} ${payload.toString()}`));
  return seen;
}

const isClosed = async (client: MqttClient) => {
  await expect.poll(() => client.connected).toBe(false);
};

describe("who may connect", () => {
  it.each([
    ["a client without a user name", {}, "Not authorized"],
    [
      "a chair with another's secret",
      { clientId: "MC100001", username: "MC100001", password: "second" },
      "Bad username",
    ],
    [
      "a chair that does not exist",
      { clientId: "MC100003", username: "MC100003", password: "" },
      "Bad username",
    ],
    ["a chair without a password", { clientId: "MC100001", username: "MC100001" }, "Not authorized"],
    [
      "a chair under another's client id",
      { clientId: "MC100001", username: "MC100002", password: "second" },
      "Not authorized",
    ],
    [
      "a server under a chair's id",
      { clientId: "MC100001", username: serverUsername, password: "the server's" },
      "Not authorized",
    ],
    [
      "a server with a wrong secret",
      { clientId: "s", username: serverUsername, password: "guess" },
      "Bad username",
    ],
    [
      "a chair while the database is away",
      { clientId: "MC999999", username: "MC999999", password: "x" },
      "Server unavailable",
    ],
    [
      "a chair without signs of life",
      { clientId: "MC100001", username: "MC100001", password: "first", keepalive: 0 },
      "",
    ],
  ])("refuses %s", async (_, options, reason) => {
    await expect(connect(options)).rejects.toThrow(reason);
  });

  it("accepts a chair and several servers", async () => {
    await Promise.all([chair("MC100001"), server("a"), server("b")]);
    expect(broker.connectedDevices()).toBe(1);
  });

  it("[G-9] accepts a second connection with a client ID only with that chair's secret, and closes the older connection", async () => {
    const first = await chair("MC100001");
    await expect(connect({ clientId: "MC100001", username: "MC100001", password: "guess" })).rejects.toThrow(
      "Bad username",
    );
    await first.publishAsync("chairs/MC100001/reply", "{}", { qos: 1 });
    expect(first.connected).toBe(true);
    const second = await chair("MC100001");
    await isClosed(first);
    expect(second.connected).toBe(true);
    expect(broker.connectedDevices()).toBe(1);
  });
});

describe("rights to publish and subscribe", () => {
  it("delivers commands and messages between one chair and the server", async () => {
    const [one, two, host] = await Promise.all([chair("MC100001"), chair("MC100002"), server()]);
    const [atOne, atTwo, atHost] = [one, two, host].map(messagesOf);
    await host.subscribeAsync(["chairs/+/state", "chairs/+/reply", "chairs/+/event"], { qos: 1 });
    await one.subscribeAsync(["chairs/MC100001/command", "chairs/MC100001/receipt"], { qos: 1 });
    await two.subscribeAsync("chairs/MC100002/command", { qos: 1 });
    await host.publishAsync("chairs/MC100001/command", "start", { qos: 1 });
    await one.publishAsync("chairs/MC100001/event", "started", { qos: 1 });
    await expect.poll(() => atOne).toEqual(["chairs/MC100001/command start"]);
    await expect.poll(() => atHost).toEqual(["chairs/MC100001/event started"]);
    expect(atTwo).toEqual([]);
  });

  it.each([
    "#",
    "+/+/+",
    "chairs/#",
    "chairs/+/command",
    "chairs/MC100002/command",
    "chairs/MC100001/state",
    "$SYS/#",
    "chairs/MC100001/command/#",
  ])("refuses a chair the subscription %s", async (filter) => {
    const one = await chair("MC100001");
    await expect(one.subscribeAsync(filter)).rejects.toThrow("Unspecified error");
  });

  it.each(["#", "$SYS/#", "chairs/+/command", "+/+/state"])(
    "refuses even the server the subscription %s",
    async (filter) => {
      const host = await server();
      await expect(host.subscribeAsync(filter)).rejects.toThrow("Unspecified error");
    },
  );

  it.each([
    ["another's topic", "chairs/MC100002/event", "{}", {}],
    ["its own command", "chairs/MC100001/command", "{}", {}],
    ["its own receipt", "chairs/MC100001/receipt", "{}", {}],
    ["$SYS", "$SYS/x", "{}", {}],
    ["a topic of its own making", "chairs/MC100001/state/more", "{}", {}],
    ["a message over 2 KB", "chairs/MC100001/event", "x".repeat(2049), {}],
    ["a retained event", "chairs/MC100001/event", "{}", { retain: true }],
    ["quality of service 2", "chairs/MC100001/event", "{}", { qos: 2 as const }],
  ])(
    "disconnects a chair that publishes %s, and delivers it to no client",
    async (_, topic, payload, options) => {
      const [one, host] = await Promise.all([chair("MC100001"), server()]);
      const received = messagesOf(host);
      await host.subscribeAsync("chairs/+/event", { qos: 1 });
      one.publish(topic, payload, { qos: 1, ...options });
      await isClosed(one);
      expect(received).toEqual([]);
    },
  );

  it("accepts a message of exactly 2 KB", async () => {
    const one = await chair("MC100001");
    await one.publishAsync("chairs/MC100001/event", "x".repeat(2048), { qos: 1 });
    expect(one.connected).toBe(true);
  });

  it("[ATTACK-3] accepts a chair's message only when every local subscription has capacity", async () => {
    const received: string[] = [];
    const proceed: (() => void)[] = [];
    const subscribe = (name: string, whenCapacity: (next: () => void) => void) =>
      broker.local.subscribe({
        topics: ["chairs/+/event"],
        onMessage: (_topic, payload) => received.push(`${name} ${payload.toString()}`),
        whenCapacity: (_topic, proceed) => whenCapacity(proceed),
      });
    const subscriptions = [
      subscribe("idle", (next) => next()),
      subscribe("busy", (next) => proceed.push(next)),
    ];
    const one = await chair("MC100001");
    const published = one.publishAsync("chairs/MC100001/event", "coin", { qos: 1 });
    await expect.poll(() => proceed).toHaveLength(1);
    expect(received).toEqual([]);
    proceed[0]?.();
    await published;
    await expect.poll(() => received).toEqual(["idle coin", "busy coin"]);
    for (const one of subscriptions) one.end();
  });

  it("retains a state for servers that connect later, and sends the last will of a chair that disconnects", async () => {
    const one = await chair("MC100001", {
      will: { topic: "chairs/MC100001/state", payload: Buffer.from("gone"), qos: 1, retain: true },
    });
    await one.publishAsync("chairs/MC100001/state", "here", { qos: 1, retain: true });
    const host = await server();
    const received = messagesOf(host);
    await host.subscribeAsync("chairs/+/state", { qos: 1 });
    await expect.poll(() => received).toEqual(["chairs/MC100001/state here"]);
    one.stream.destroy();
    await expect.poll(() => received.at(-1)).toBe("chairs/MC100001/state gone");
  });

  it("rejects a last will on another chair's topic", async () => {
    const will = {
      topic: "chairs/MC100002/state",
      payload: Buffer.from("gone"),
      qos: 1 as const,
      retain: true,
    };
    await expect(chair("MC100001", { will })).rejects.toThrow("closed");
  });

  it("[PROTO-1] ends a connection made with the old secret, but not connections made with the new secret", async () => {
    const [one, two] = await Promise.all([chair("MC100001"), chair("MC100002")]);
    const areReady = async (count: number) => {
      await expect.poll(() => broker.connectedDevices()).toBe(count);
    };
    await areReady(2);
    secrets["MC100001"] = "changed";
    try {
      await broker.disconnectDevice("MC100001");
      await broker.disconnectDevice("MC100002");
      await broker.disconnectDevice("MC100009");
      await isClosed(one);
      await areReady(1);
      const again = await chair("MC100001");
      await areReady(2);
      await broker.disconnectDevice("MC100001");
      // A connection that is being closed may acknowledge one more message, but not several messages in sequence.
      for (const client of [again, two])
        for (let n = 0; n < 5; n += 1)
          await client.publishAsync(`chairs/${client.options.clientId}/event`, "{}", { qos: 1 });
      expect([again.connected, two.connected]).toEqual([true, true]);
    } finally {
      secrets["MC100001"] = "first";
    }
  });

  it.each(["the disconnection comes first", "both at once"])(
    "[PROTO-1] ends a connection whose secret is changed before it is ready: %s",
    async (order) => {
      let verified = () => {};
      const isVerifying = new Promise<void>((resolve) => (verified = resolve));
      let proceed = () => {};
      const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
      let present = "old";
      let calls = 0;
      const slow = await startEmbeddedBroker({
        host: "127.0.0.1",
        port: 0,
        serverSecret: "x",
        async authenticateDevice(_deviceId, secret) {
          calls += 1;
          const isPresent = secret === present;
          if (calls === 1) {
            verified();
            await mayProceed;
          }
          return isPresent;
        },
        log: silentLog,
      });
      const of = { clientId: "MC100001", username: "MC100001", reconnectPeriod: 0 };
      const stale = mqtt.connect(slow.url, { ...of, password: "old" });
      clients.push(stale);
      stale.on("error", () => {});
      const closed = new Promise<void>((resolve) => stale.once("close", () => resolve()));
      await isVerifying;
      present = "new";
      const disconnecting = slow.disconnectDevice("MC100001");
      if (order === "the disconnection comes first") await disconnecting;
      proceed();
      await Promise.all([disconnecting, closed]);
      expect(slow.connectedDevices()).toBe(0);
      const fresh = mqtt.connect(slow.url, { ...of, password: "new" });
      clients.push(fresh);
      await new Promise<void>((resolve) => fresh.once("connect", () => resolve()));
      await expect.poll(() => slow.connectedDevices()).toBe(1);
      await slow.disconnectDevice("MC100001");
      await fresh.publishAsync("chairs/MC100001/event", "{}", { qos: 1 });
      expect(fresh.connected).toBe(true);
      await slow.close();
    },
  );
});

it("uses TLS if a certificate is configured", async () => {
  const tls = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: "the server's",
    authenticateDevice: async () => true,
    log: silentLog,
    tls: { port: 0, key: Buffer.from(testKey), cert: Buffer.from(testCertificate) },
  });
  const url = `mqtts://127.0.0.1:${tls.tlsPort}`;
  const options = { clientId: "MC100001", username: "MC100001", password: "x", reconnectPeriod: 0 };
  const client = await mqtt.connectAsync(url, { ...options, ca: testCertificate }, false);
  await client.publishAsync("chairs/MC100001/event", "{}", { qos: 1 });
  await client.endAsync();
  await expect(mqtt.connectAsync(url, options, false)).rejects.toThrow("self-signed");
  await tls.close();
});

it.each([
  ["while they arrive", 20],
  ["once they have arrived", 1_000],
])(
  "survives thousands of messages queued for a server whose connection breaks: %s",
  async (_when, delayMs) => {
    const own = { host: "127.0.0.1", port: 0, serverSecret: "x", authenticateDevice: async () => true };
    const smallBroker = await startEmbeddedBroker({ ...own, log: silentLog });
    const join = (clientId: string, username: string) =>
      mqtt.connectAsync(smallBroker.url, { clientId, username, password: "x", reconnectPeriod: 0 });
    const listening = await join("slow", serverUsername);
    await listening.subscribeAsync("chairs/+/state", { qos: 1 });
    // The client stops reading, as an overloaded server does.
    listening.stream.pause();
    const ids = Array.from({ length: 20 }, (_, index) => `MC2000${10 + index}`);
    const chairs = await Promise.all(ids.map((id) => join(id, id)));
    const sendFromAll = (text: string) => {
      for (const each of chairs)
        for (let sent = 0; sent < 2_000; sent += 1)
          each.publish(`chairs/${each.options.clientId}/state`, text, { qos: 0 });
    };
    sendFromAll("x".repeat(200));
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    listening.stream.destroy();

    const after = await join("next", serverUsername);
    const received = messagesOf(after);
    await after.subscribeAsync("chairs/+/state", { qos: 1 });
    await chairs[0]?.publishAsync("chairs/MC200010/state", "at last", { qos: 1 });
    // 40,000 messages precede this message, which takes long on a busy machine.
    await expect.poll(() => received, { timeout: 180_000 }).toContain("chairs/MC200010/state at last");
    await Promise.all([after, ...chairs].map((client) => client.endAsync(true)));
    await smallBroker.close();
  },
  240_000,
);

describe("malformed bytes", () => {
  it.each([
    ["noise", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["an announced 256 MB", Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1])],
    ["a greeting over 4 KB", Buffer.concat([Buffer.from([0x10, 0x81, 0x20]), Buffer.alloc(5000)])],
    ["a publish before the greeting", Buffer.from([0x30, 0x05, 0x00, 0x03, 0x61, 0x2f, 0x62])],
    ["a length of five bytes", Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x01])],
  ])("end only the connection that sends %s", async (_, bytes) => {
    const one = await chair("MC100001");
    const socket = connectSocket(broker.port as number, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    const closed = socketClosed(socket);
    socket.write(bytes);
    await closed;
    expect(one.connected).toBe(true);
  });

  it("reports that its port is in use", async () => {
    const again = startEmbeddedBroker({
      host: "127.0.0.1",
      port: broker.port,
      serverSecret: "x",
      authenticateDevice: async () => false,
      log: silentLog,
    });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
