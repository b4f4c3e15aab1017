import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import {
  Aedes,
  type AedesPublishPacket,
  type AuthenticateError,
  type AuthErrorCode,
  type Client,
} from "aedes";
import { type BrokerUser, claimedUser, maySubscribe, publishRefusal } from "./broker-rights.ts";
import type { Log } from "./log.ts";
import { createFrameGuard } from "./mqtt-frames.ts";

/** The way in for the server whose process the broker lives in: what chairs say need not cross a socket twice. */
export interface LocalBroker {
  /**
   * Hears what is published on these topics from now on, the retained messages first. A chair's next message is let
   * in when `whenRoom` calls back, and its socket is left unread until then. @returns what ends it
   */
  listen(hearing: Hearing): () => void;
  /** Hands a message to whoever listens now; never retained. */
  publish(topic: string, payload: Buffer): void;
}

export interface Hearing {
  readonly topics: readonly string[];
  readonly onMessage: (topic: string, payload: Buffer) => void;
  readonly whenRoom: (proceed: () => void) => void;
}

export interface EmbeddedBroker {
  readonly local: LocalBroker;
  port: number;
  tlsPort: number | null;
  url: string;
  /**
   * Ends a chair's connection whose secret is no longer valid, after it was changed; its last will goes out. A connection
   * made with the new secret stays. Rejects where the secret could not be verified.
   */
  disconnectDevice(deviceId: string): Promise<void>;
  connectedDevices(): number;
  close(): Promise<void>;
}

export interface EmbeddedBrokerParts {
  host: string;
  port: number;
  serverSecret: string;
  authenticateDevice: (deviceId: string, secret: string) => Promise<boolean>;
  log: Log;
  tls?: { port: number; key: Buffer; cert: Buffer };
}

/** A message of 2 KB with its topic, or a greeting that carries one as its last will. */
const maxFrameBytes = 4096;
const greetingTimeoutMs = 10_000;
/** A chair that promises no sign of life would look online for ever after its network is gone. */
const longestKeepaliveSeconds = 300;

const codes = { serverUnavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

function refusal(returnCode: AuthErrorCode, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

export async function startEmbeddedBroker(parts: EmbeddedBrokerParts): Promise<EmbeddedBroker> {
  const { host, log } = parts;
  const serverDigest = digest(parts.serverSecret);
  const users = new WeakMap<Client, BrokerUser>();
  /** Verifies the secret that a chair connected with once more. */
  const verifications = new WeakMap<Client, () => Promise<boolean>>();
  const hearings = new Set<Hearing>();

  async function authenticate(client: Client, username: string | undefined, password: Buffer | undefined) {
    const user = claimedUser(client.id, username);
    if (!user || password === undefined) throw refusal(codes.notAuthorized, "not authorized");
    const secret = password.toString("utf8");
    if (user.kind === "device")
      verifications.set(client, () => parts.authenticateDevice(user.deviceId, secret));
    const isGenuine =
      user.kind === "server"
        ? timingSafeEqual(digest(secret), serverDigest)
        : await parts.authenticateDevice(user.deviceId, secret).catch((error: unknown) => {
            log.warn({ err: error, deviceId: user.deviceId }, "broker: a chair could not be authenticated");
            throw refusal(codes.serverUnavailable, "server unavailable");
          });
    if (!isGenuine) throw refusal(codes.badCredentials, "bad user name or password");
    users.set(client, user);
  }

  const broker = await Aedes.createBroker({
    connectTimeout: greetingTimeoutMs,
    keepaliveLimit: longestKeepaliveSeconds,
    preConnect(_client, packet, callback) {
      const user = claimedUser(packet.clientId, packet.username);
      const { will } = packet;
      const reason =
        user && will
          ? publishRefusal(user, { ...will, qos: will.qos ?? 0, retain: will.retain ?? false })
          : null;
      if (reason) return callback(new Error(`last will: ${reason}`), false);
      callback(null, true);
    },
    authenticate(client, username, password, done) {
      // oxlint-disable promise/no-callback-in-promise -- the broker knows callbacks only
      authenticate(client, username, password).then(
        () => done(null, true),
        (error: AuthenticateError) => done(error, false),
      );
      // oxlint-enable promise/no-callback-in-promise
    },
    authorizePublish(client, packet, callback) {
      // The broker's own messages have no client.
      const user = client && users.get(client);
      const reason = user ? publishRefusal(user, packet) : "unknown user";
      if (reason) return callback(new Error(`publish refused: ${reason}`));
      const [hearing] = hearings;
      if (hearing === undefined || user?.kind === "server") callback(null);
      else hearing.whenRoom(() => callback(null));
    },
    authorizeSubscribe(client, subscription, callback) {
      const user = users.get(client);
      const isAllowed = user !== undefined && maySubscribe(user, subscription.topic);
      if (!isAllowed)
        log.warn({ client: client.id, topic: subscription.topic }, "broker: subscription refused");
      callback(null, isAllowed ? subscription : null);
    },
  });

  searchRetainedStatesOnly(broker);
  handOutInTurn(broker);

  const devices = new Map<string, Client>();
  broker.on("clientReady", (client) => {
    const user = users.get(client);
    if (user?.kind === "device") devices.set(user.deviceId, client);
  });
  broker.on("clientDisconnect", (client) => {
    if (devices.get(client.id) === client) devices.delete(client.id);
  });
  broker.on("clientError", (client, error) =>
    log.warn({ client: client.id, reason: error.message }, "broker: client"),
  );
  broker.on("connectionError", (_client, error) => log.warn({ reason: error.message }, "broker: connection"));

  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    guardFrames(socket);
    broker.handle(socket);
  };

  const servers: Server[] = [];
  const listen = async (server: Server, port: number) => {
    servers.push(server);
    server.listen({ host, port });
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };

  const close = async () => {
    const closed = servers.map((server) => server.listening && once(server, "close"));
    for (const server of servers) server.close();
    await new Promise<void>((resolve) => broker.close(resolve));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed.filter((closing) => closing !== false));
  };

  try {
    const port = await listen(createServer({ noDelay: true, keepAlive: true }, accept), parts.port);
    const tlsPort = parts.tls
      ? await listen(createTlsServer({ ...parts.tls, noDelay: true }, accept), parts.tls.port)
      : null;
    return {
      local: openLocalBroker(broker, hearings),
      port,
      tlsPort,
      url: `mqtt://${host.includes(":") ? `[${host}]` : host}:${port}`,
      async disconnectDevice(deviceId) {
        const client = devices.get(deviceId);
        if (client !== undefined && !(await verifications.get(client)?.())) client.close();
      },
      connectedDevices: () => devices.size,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openLocalBroker(broker: Aedes, hearings: Set<Hearing>): LocalBroker {
  const { persistence } = broker as unknown as { persistence: RetainedStore };
  return {
    listen(hearing) {
      const hear = ({ topic, payload }: Pick<AedesPublishPacket, "topic" | "payload">) =>
        hearing.onMessage(topic, typeof payload === "string" ? Buffer.from(payload) : payload);
      const deliver = (packet: AedesPublishPacket, done: () => void) => {
        hear(packet);
        done();
      };
      hearings.add(hearing);
      for (const topic of hearing.topics) broker.subscribe(topic, deliver, () => {});
      const retained = persistence.createRetainedStreamCombi([...hearing.topics]);
      retained.on("data", (packet) => hearings.has(hearing) && hear(packet));
      return () => {
        hearings.delete(hearing);
        for (const topic of hearing.topics) broker.unsubscribe(topic, deliver, () => {});
      };
    },
    publish(topic, payload) {
      broker.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, () => {});
    },
  };
}

interface RetainedStore {
  createRetainedStreamCombi(patterns: string[]): {
    on(event: "data", listener: (packet: AedesPublishPacket) => void): unknown;
  };
}

/**
 * Its memory store compares every retained message with every new subscription, so that 5,000 chairs that connect
 * make 50 million comparisons (38 s; 6 s without). Nothing but a `state` is ever retained (broker-rights.ts), so
 * only who asks for states can find any.
 */
function searchRetainedStatesOnly(broker: Aedes): void {
  const { persistence } = broker as unknown as { persistence: RetainedStore };
  const search = persistence.createRetainedStreamCombi.bind(persistence);
  persistence.createRetainedStreamCombi = (patterns) =>
    search(patterns.filter((pattern) => pattern.endsWith("/state")));
}

// oxlint-disable no-underscore-dangle -- the queue's own name for it
interface MessageQueue {
  _do(message: unknown, done: unknown): MessageQueue;
}

/**
 * Its queue takes a message for nobody by calling itself for the next one: some thousands, waiting when the server's
 * own connection breaks, overflow the stack and end the process. Here they are taken one after another.
 */
function handOutInTurn(broker: Aedes): void {
  const { mq } = broker as unknown as { mq: MessageQueue };
  const handOut = mq._do.bind(mq);
  const waiting: [message: unknown, done: unknown][] = [];
  let isHandingOut = false;
  mq._do = (message, done) => {
    waiting.push([message, done]);
    if (isHandingOut) return mq;
    isHandingOut = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) handOut(...next);
    } finally {
      isHandingOut = false;
    }
    return mq;
  };
}

/** The broker pulls with `read`, so that is where bytes can be seen before they are collected. */
function guardFrames(socket: Socket): void {
  const isWithinBounds = createFrameGuard(maxFrameBytes);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (chunk && !isWithinBounds(chunk)) {
      socket.destroy(new Error("frame too large"));
      return null;
    }
    return chunk;
  };
}
