import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import {
  deliverInOrder,
  keepLastWills,
  searchRetainedStatesOnly,
  unregisterClosedClients,
} from "./embedded-broker-internals.ts";
import { type AuthenticateDevice, createBrokerAuthentication } from "./broker-authentication.ts";
import { claimedUser, maySubscribe, publishRefusal } from "./broker-rights.ts";
import { createBrokerListeners, type TlsListener } from "./broker-listeners.ts";
import { type BrokerLimits, createBrokerSockets, defaultBrokerLimits } from "./broker-sockets.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createLimitedLog, type Log } from "#platform/logging/log.ts";
import { type LocalSubscription, openLocalBroker, waitForCapacity } from "./local-broker.ts";
import { guardFrames } from "./mqtt-frames.ts";

export interface EmbeddedBrokerOptions {
  host: string;
  /** Null: no plain listener. */
  port: number | null;
  serverSecret: string;
  authenticateDevice: AuthenticateDevice;
  log: Log;
  tls?: TlsListener;
  limits?: Partial<BrokerLimits>;
}

/** Limit per warning message and minute, so that unauthenticated clients cannot fill the disk with log lines. */
const warningsPerMinute = 20;

/** Sufficient for the largest message of a chair with its topic, and for a CONNECT packet with such a last will. */
const maxFrameBytes = 4096;
/** Upper bound of a client's keep-alive. Without it, a chair whose network fails would stay online forever. */
const maxKeepaliveSeconds = 300;

const originOf = ({ id, conn }: Client) => ({ client: id, address: (conn as Socket).remoteAddress });

/** Starts the broker and opens its ports. Rejects with the error of `listen` if a port cannot be opened. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions) {
  const { host, log } = options;
  const limits = { ...defaultBrokerLimits, ...options.limits };
  const warnings = createLimitedLog(log, systemClock, warningsPerMinute);
  const subscriptions = new Set<LocalSubscription>();
  /** Callbacks by socket, each called once the socket's CONNECT is complete. */
  const onConnect = new WeakMap<object, () => void>();

  const authentication = createBrokerAuthentication({ ...options, warnings });

  const broker = await Aedes.createBroker({
    // This timeout starts after the TLS handshake; `sockets` limits the handshake and CONNECT together.
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
      authentication.authenticate(client, username, password).then(
        () => done(null, true),
        (error: AuthenticateError) => done(error, false),
      );
      // oxlint-enable promise/no-callback-in-promise
    },
    authorizePublish(client, packet, callback) {
      // A message without a client is refused. Messages that the server publishes locally do not pass this check.
      const user = client && authentication.userOf(client);
      const reason = user ? publishRefusal(user, packet) : "unknown user";
      if (reason) return callback(new Error(`publish refused: ${reason}`));
      if (user?.kind === "server") callback(null);
      else waitForCapacity([...subscriptions], packet.topic, () => callback(null));
    },
    authorizeSubscribe(client, subscription, callback) {
      const user = authentication.userOf(client);
      const isAllowed = user !== undefined && maySubscribe(user, subscription.topic);
      if (!isAllowed)
        warnings.warn({ client: client.id, topic: subscription.topic }, "broker: subscription refused");
      callback(null, isAllowed ? subscription : null);
    },
  });

  searchRetainedStatesOnly(broker);
  deliverInOrder(broker);
  unregisterClosedClients(broker);
  keepLastWills(broker);

  // Without a listener, an error inside Aedes would end the process.
  (broker as EventEmitter).on("error", (error) => log.error({ err: error }, "broker: internal error"));

  const devices = new Map<string, Client>();
  broker.on("clientReady", (client) => {
    const user = authentication.userOf(client);
    if (authentication.isRevoked(client)) client.close();
    else if (user?.kind === "device" && !client.closed) devices.set(user.deviceId, client);
  });
  broker.on("clientDisconnect", (client) => {
    if (devices.get(client.id) === client) devices.delete(client.id);
  });
  broker.on("clientError", (client, error) =>
    warnings.warn({ ...originOf(client), reason: error.message }, "broker: client error"),
  );
  broker.on("connectionError", (client, error) =>
    warnings.warn({ ...originOf(client), reason: error.message }, "broker: connection error"),
  );

  const sockets = createBrokerSockets(limits, (limit, address) =>
    warnings.warn({ limit, address }, "broker: connection closed because of a limit"),
  );
  const handle = (socket: Socket, onConnected: () => void) => {
    onConnect.set(socket, onConnected);
    guardFrames(socket, maxFrameBytes);
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
      /** Null if the broker accepts only TLS. */
      port,
      /** Null without a TLS listener. */
      tlsPort,
      /** URL of the plain listener, or of the TLS listener if there is no plain one. */
      url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${urlPort}`,
      /**
       * Closes the connections of a chair that were made with a secret that is no longer valid, including
       * connections that are not ready yet, and publishes their last will. Connections made with the new secret
       * stay open. Rejects if the secret could not be verified.
       */
      disconnectDevice: authentication.disconnectDevice,
      replaceCertificate: listeners.replaceCertificate,
      /** Number of chairs whose connection is ready. */
      connectedDevices: () => devices.size,
      /** Number of open connections, including those whose CONNECT is not complete. */
      connections: sockets.count,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export type EmbeddedBroker = Awaited<ReturnType<typeof startEmbeddedBroker>>;
