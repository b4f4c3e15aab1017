import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import {
  Aedes,
  type AedesPublishPacket,
  type AuthenticateError,
  type AuthErrorCode,
  type Client,
} from "aedes";
import {
  deliverInOrder,
  readRetained,
  searchRetainedStatesOnly,
  unregisterClosedClients,
} from "./embedded-broker-internals.ts";
import { type BrokerUser, claimedUser, maySubscribe, publishRefusal } from "./broker-rights.ts";
import { createBrokerListeners } from "./broker-listeners.ts";
import { type BrokerLimits, createBrokerSockets, defaultBrokerLimits } from "./broker-sockets.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createLimitedLog } from "#platform/logging/limited-log.ts";
import type { Log } from "#platform/logging/log.ts";
import { createFrameGuard } from "./mqtt-frames.ts";

/** Access for the server that hosts the broker, without a socket between the two. */
export interface LocalBroker {
  /**
   * Receives the retained messages of these topics, and what is published on them from now on. A chair's
   * message is accepted when `whenCapacity` of every subscription has called back; the chair's socket is not
   * read until then.
   * @returns a function that ends the subscription
   */
  subscribe(subscription: LocalSubscription): () => void;
  /** Delivers a message to the current subscribers without retaining it. */
  publish(topic: string, payload: Buffer): void;
}

export interface LocalSubscription {
  readonly topics: readonly string[];
  readonly onMessage: (topic: string, payload: Buffer) => void;
  readonly whenCapacity: (proceed: () => void) => void;
}

export interface EmbeddedBroker {
  readonly local: LocalBroker;
  /** Null where only TLS is offered. */
  port: number | null;
  tlsPort: number | null;
  /** URL of the plain listener, or of the encrypted listener if there is no plain one. */
  url: string;
  /**
   * Closes the connections of a chair that were made with a secret that is no longer valid, including
   * connections that are not ready yet, and publishes their last will. Connections made with the new secret
   * stay open. Rejects if the secret could not be verified.
   */
  disconnectDevice(deviceId: string): Promise<void>;
  connectedDevices(): number;
  /** Open connections, including those before their CONNECT. */
  connections(): number;
  close(): Promise<void>;
}

export interface EmbeddedBrokerOptions {
  host: string;
  /** Null: no plain listener. */
  port: number | null;
  serverSecret: string;
  authenticateDevice: (deviceId: string, secret: string) => Promise<boolean>;
  log: Log;
  tls?: { port: number; key: Buffer; cert: Buffer };
  limits?: Partial<BrokerLimits>;
}

/** Limit per message text, so that unauthenticated clients cannot fill the disk with log lines. */
const warningsPerMinute = 20;

/** A message of 2 KB with its topic, or a CONNECT that carries one as its last will. */
const maxFrameBytes = 4096;
/** Without a keep-alive, a chair whose network fails would stay online forever. */
const maxKeepaliveSeconds = 300;

const codes = { serverUnavailable: 3, badCredentials: 4, notAuthorized: 5 } as const;

function refusal(returnCode: AuthErrorCode, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

const originOf = ({ id, conn }: Client) => ({ client: id, address: (conn as Socket).remoteAddress });

const digest = (text: string) => createHash("sha256").update(text).digest();

export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const { host, log } = options;
  const limits = { ...defaultBrokerLimits, ...options.limits };
  const warnings = createLimitedLog(log, systemClock, warningsPerMinute);
  const serverDigest = digest(options.serverSecret);
  const users = new WeakMap<Client, BrokerUser>();
  /** Functions that verify again the secret with which a chair connected. */
  const verifications = new WeakMap<Client, () => Promise<boolean>>();
  /** Every connection of a chair, from the verification of its secret on until its socket is closed. */
  const connections = new Map<string, Set<Client>>();
  /** Connections whose secret was changed before they were ready. */
  const revoked = new WeakSet<Client>();
  const subscriptions = new Set<LocalSubscription>();
  /** Called once a connection's CONNECT is complete. */
  const onConnect = new WeakMap<object, () => void>();

  async function authenticate(client: Client, username: string | undefined, password: Buffer | undefined) {
    const user = claimedUser(client.id, username);
    if (!user || password === undefined) throw refusal(codes.notAuthorized, "not authorized");
    const secret = password.toString("utf8");
    if (user.kind === "device") {
      verifications.set(client, () => options.authenticateDevice(user.deviceId, secret));
      trackConnection(connections, user.deviceId, client);
    }
    const isAuthentic =
      user.kind === "server"
        ? timingSafeEqual(digest(secret), serverDigest)
        : await options.authenticateDevice(user.deviceId, secret).catch((error: unknown) => {
            warnings.warn(
              { err: error, deviceId: user.deviceId },
              "broker: a chair could not be authenticated",
            );
            throw refusal(codes.serverUnavailable, "server unavailable");
          });
    if (!isAuthentic) throw refusal(codes.badCredentials, "bad user name or password");
    users.set(client, user);
  }

  const broker = await Aedes.createBroker({
    // This timeout starts after the TLS handshake; `sockets` limits the duration of both together.
    connectTimeout: limits.connectSeconds * 1000,
    keepaliveLimit: maxKeepaliveSeconds,
    preConnect(client, packet, callback) {
      onConnect.get(client.conn)?.();
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
      // oxlint-disable promise/no-callback-in-promise -- the broker's interface is a callback
      authenticate(client, username, password).then(
        () => done(null, true),
        (error: AuthenticateError) => done(error, false),
      );
      // oxlint-enable promise/no-callback-in-promise
    },
    authorizePublish(client, packet, callback) {
      // Messages of the broker itself have no client.
      const user = client && users.get(client);
      const reason = user ? publishRefusal(user, packet) : "unknown user";
      if (reason) return callback(new Error(`publish refused: ${reason}`));
      if (user?.kind === "server") callback(null);
      else waitForCapacity([...subscriptions], () => callback(null));
    },
    authorizeSubscribe(client, subscription, callback) {
      const user = users.get(client);
      const isAllowed = user !== undefined && maySubscribe(user, subscription.topic);
      if (!isAllowed)
        warnings.warn({ client: client.id, topic: subscription.topic }, "broker: subscription refused");
      callback(null, isAllowed ? subscription : null);
    },
  });

  searchRetainedStatesOnly(broker);
  deliverInOrder(broker);
  unregisterClosedClients(broker);

  const devices = new Map<string, Client>();
  broker.on("clientReady", (client) => {
    const user = users.get(client);
    if (revoked.has(client)) client.close();
    else if (user?.kind === "device" && !client.closed) devices.set(user.deviceId, client);
  });
  broker.on("clientDisconnect", (client) => {
    if (devices.get(client.id) === client) devices.delete(client.id);
  });
  broker.on("clientError", (client, error) =>
    warnings.warn({ ...originOf(client), reason: error.message }, "broker: client"),
  );
  broker.on("connectionError", (client, error) =>
    warnings.warn({ ...originOf(client), reason: error.message }, "broker: connection"),
  );

  const sockets = createBrokerSockets(limits, (limit, address) =>
    warnings.warn({ limit, address }, "broker: connection refused"),
  );
  const handle = (socket: Socket, onConnected: () => void) => {
    onConnect.set(socket, onConnected);
    guardFrames(socket);
    broker.handle(socket);
  };
  const listeners = createBrokerListeners({ host, sockets, handle });

  const close = async () => {
    const closed = listeners.close();
    await new Promise<void>((resolve) => broker.close(resolve));
    sockets.closeAll();
    await closed;
  };

  try {
    const port = options.port === null ? null : await listeners.listen(options.port);
    const tlsPort = options.tls ? await listeners.listenTls(options.tls) : null;
    const [scheme, urlPort] = port === null ? ["mqtts", tlsPort] : ["mqtt", port];
    return {
      local: openLocalBroker(broker, subscriptions),
      port,
      tlsPort,
      url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${urlPort}`,
      async disconnectDevice(deviceId) {
        const verify = async (client: Client) => {
          if (await verifications.get(client)?.()) return;
          // A connection closed during its registration would stay registered, so it is closed when ready.
          if (client.connected) client.close();
          else revoked.add(client);
        };
        await Promise.all([...(connections.get(deviceId) ?? [])].map(verify));
      },
      connectedDevices: () => devices.size,
      connections: sockets.count,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function trackConnection(connections: Map<string, Set<Client>>, deviceId: string, client: Client): void {
  const own = connections.get(deviceId) ?? new Set();
  connections.set(deviceId, own.add(client));
  client.conn.once("close", () => {
    own.delete(client);
    if (own.size === 0 && connections.get(deviceId) === own) connections.delete(deviceId);
  });
}

function waitForCapacity([first, ...others]: readonly LocalSubscription[], proceed: () => void): void {
  if (first === undefined) proceed();
  else first.whenCapacity(() => waitForCapacity(others, proceed));
}

function openLocalBroker(broker: Aedes, subscriptions: Set<LocalSubscription>): LocalBroker {
  return {
    subscribe(subscription) {
      const { topics, onMessage } = subscription;
      const receive = ({ topic, payload }: Pick<AedesPublishPacket, "topic" | "payload">) =>
        onMessage(topic, typeof payload === "string" ? Buffer.from(payload) : payload);
      const deliver = (packet: AedesPublishPacket, done: () => void) => {
        receive(packet);
        done();
      };
      subscriptions.add(subscription);
      for (const topic of topics) broker.subscribe(topic, deliver, () => {});
      readRetained(broker, topics, (packet) => {
        if (subscriptions.has(subscription)) receive(packet);
      });
      return () => {
        subscriptions.delete(subscription);
        for (const topic of topics) broker.unsubscribe(topic, deliver, () => {});
      };
    },
    publish(topic, payload) {
      broker.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, () => {});
    },
  };
}

/** Inspects bytes before they are buffered: the broker obtains all bytes by calling `read`. */
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
