import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Aedes, type Client } from "aedes";

/** A chair's CONNECT data, subscriptions, and publications on one connection. */
export interface ChairConnection {
  readonly clientId: string;
  readonly username: string | null;
  /** Protocol level of the CONNECT packet; 4 is MQTT 3.1.1. */
  readonly protocolVersion: number;
  readonly keepaliveSeconds: number;
  readonly will: SentPacket | null;
  readonly subscriptions: { readonly topic: string; readonly qos: number }[];
  readonly published: SentPacket[];
}

export interface SentPacket {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: number;
  readonly retain: boolean;
  /** Time of arrival in milliseconds since the epoch. */
  readonly atMs: number;
}

export interface ConformanceBrokerOptions {
  readonly host: string;
  /** Port of the broker; 0 selects a free port. */
  readonly port: number;
  readonly deviceId: string;
  readonly secret: string;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
}

/** MQTT return code of a refused login. */
const notAuthorized = 5;

/** Opens a broker for one chair. The broker accepts and records everything that the chair sends. */
export async function openConformanceBroker(options: ConformanceBrokerOptions) {
  const { deviceId } = options;
  const connections: ChairConnection[] = [];
  const refused: string[] = [];
  const known = new Map<Client, ChairConnection>();
  const listeners = new Set<() => void>();
  const sockets = new Set<Socket>();
  let isAccepting = true;
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const broker = await Aedes.createBroker();
  const connecting = new WeakMap<Client, Omit<ChairConnection, "subscriptions" | "published">>();
  broker.preConnect = (client, { clientId, username, keepalive, protocolVersion, will }, done) => {
    connecting.set(client, {
      clientId: clientId ?? "",
      username: username ?? null,
      protocolVersion: protocolVersion ?? 4,
      keepaliveSeconds: keepalive ?? 0,
      will: will
        ? {
            topic: will.topic,
            payload: Buffer.from(will.payload),
            qos: will.qos ?? 0,
            retain: will.retain === true,
            atMs: Date.now(),
          }
        : null,
    });
    done(null, true);
  };
  broker.authenticate = (client, username, password, done) => {
    const connectData = connecting.get(client);
    const isAuthentic = username === deviceId && password?.toString() === options.secret;
    if (!isAuthentic || connectData === undefined) {
      refused.push(
        username === deviceId
          ? `the secret of ${deviceId} is wrong`
          : `the username is ${username ?? "missing"}`,
      );
      changed();
      return done(Object.assign(new Error("refused"), { returnCode: notAuthorized }), false);
    }
    const connection = { ...connectData, subscriptions: [], published: [] };
    known.set(client, connection);
    connections.push(connection);
    done(null, true);
  };
  broker.authorizeSubscribe = (client, subscription, done) => {
    known.get(client)?.subscriptions.push(subscription);
    done(null, subscription);
    changed();
  };
  broker.authorizePublish = (client, { topic, payload, qos, retain }, done) => {
    if (client !== null)
      known.get(client)?.published.push({
        topic,
        payload: Buffer.from(payload),
        qos,
        retain,
        atMs: Date.now(),
      });
    done(null);
    changed();
  };
  broker.on("clientDisconnect", (client) => {
    known.delete(client);
    changed();
  });

  const accept = (socket: Socket): void => {
    if (!isAccepting) return void socket.destroy();
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    broker.handle(socket);
  };
  const server: Server =
    options.tls === undefined ? createServer(accept) : createTlsServer({ ...options.tls }, accept);
  server.listen(options.port, options.host);
  await once(server, "listening");
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    port: (server.address() as AddressInfo).port,
    /** Connections of the chair under test, the newest last. The broker refuses other clients. */
    connections,
    /** The reason for each refused login. */
    refused,
    isConnected: () => known.size > 0,
    /**
     * Calls the listener after each subscription, publication, refused login, and disconnection. Returns a function
     * that removes the listener.
     */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Publishes a message with QoS 1 to the chair. */
    publish: (topic: string, payload: string) =>
      new Promise<void>((resolve, reject) => {
        const packet = { cmd: "publish", topic, payload, qos: 1, retain: false, dup: false } as const;
        broker.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    /**
     * Closes the chair's TCP connection without an MQTT DISCONNECT. With `refuseReconnect`, the broker refuses new
     * connections until `allowReconnect`.
     */
    disconnect({ refuseReconnect } = { refuseReconnect: false }) {
      isAccepting = !refuseReconnect;
      disconnect();
    },
    allowReconnect() {
      isAccepting = true;
    },
    async close() {
      disconnect();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type ConformanceBroker = Awaited<ReturnType<typeof openConformanceBroker>>;
