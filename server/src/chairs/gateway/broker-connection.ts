import type { MqttClient } from "mqtt";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { LocalBroker, LocalSubscription } from "#platform/mqtt/local-broker.ts";
import { createMqttSession } from "./mqtt-session.ts";

export interface BrokerConnection {
  /** Connects, and reconnects until `stop`; returns without waiting for the connection. */
  start(): void;
  stop(): Promise<void>;
  connected(): boolean;
  /**
   * Resolves when the broker acknowledges the message, or immediately with the embedded broker. Waits for the
   * connection if there is none. Rejects after the timeout, or if the connection is lost.
   */
  publish(topic: string, payload: Buffer): Promise<void>;
  /** Makes the broker deliver the retained states again. */
  readStates(): Promise<void>;
  /**
   * Leaves the subscriptions, so that the broker sends messages to other servers, or takes them again, which also makes
   * the broker deliver the retained states. Has no effect with the embedded broker, which has no other server to send to.
   */
  setReceiving(isReceiving: boolean): void;
}

const isStateTopic = (topic: string): boolean => topic.endsWith("/state");

/**
 * Uses separate connections for sending and receiving: a pause of receiving must not delay the acknowledgements of sent
 * messages.
 */
export function createBrokerConnection(dependencies: {
  url: string;
  username: string;
  password: string;
  topics: string[];
  /**
   * Group of servers among which the broker distributes messages; null: every server receives all messages. States are
   * never distributed: a shared subscription delivers no retained messages, and a new server needs every chair's state.
   */
  sharedGroup: string | null;
  timeoutMs: number;
  clock: Clock;
  log: Log;
  onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  /** Calls back when the message may be received. Until then, the receiving socket is not read. */
  whenCapacity: (topic: string, proceed: () => void) => void;
}): BrokerConnection {
  const { clock, log, topics, sharedGroup } = dependencies;
  let readyWaiters = new Set<() => void>();
  let isReceiving = true;

  const connected = () => receiving.client() !== null && sending.client() !== null;
  const onReady = () => {
    if (!connected()) return;
    const waiters = readyWaiters;
    readyWaiters = new Set();
    for (const wake of waiters) wake();
    log.info({ topics }, "connected to the broker");
  };
  const sharedTopic = (topic: string) => `$share/${sharedGroup}/${topic}`;
  /** Called on every connection; subscribing again makes the broker deliver the retained states again. */
  const subscribe = async (client: MqttClient) => {
    const divided = topics.filter((topic) => sharedGroup !== null && !isStateTopic(topic));
    const received = topics.filter((topic) => !divided.includes(topic));
    await client.subscribeAsync(received, { qos: 1 });
    if (divided.length === 0) return;
    await client.subscribeAsync(divided.map(sharedTopic), { qos: 1 }).catch((error: unknown) => {
      if (!client.connected) throw error;
      log.info(
        { reason: String(error) },
        "the broker refuses shared subscriptions: every server receives all messages",
      );
      return client.subscribeAsync(divided, { qos: 1 });
    });
  };
  const unsubscribe = (client: MqttClient) =>
    client.unsubscribeAsync([...topics, ...topics.filter((topic) => !isStateTopic(topic)).map(sharedTopic)]);
  /** Repeats itself if `isReceiving` has changed meanwhile. */
  const adjustSubscriptions = async (client: MqttClient): Promise<void> => {
    const wasReceiving = isReceiving;
    await (wasReceiving ? subscribe(client) : unsubscribe(client));
    if (wasReceiving !== isReceiving) await adjustSubscriptions(client);
  };
  const receiving = createMqttSession({
    ...dependencies,
    configure(client) {
      client.handleMessage = ({ topic }, done) => dependencies.whenCapacity(topic, () => done());
      client.on("message", (topic, payload, { retain }) => dependencies.onMessage(topic, payload, retain));
    },
    prepare: adjustSubscriptions,
    onReady,
  });
  const sending = createMqttSession({ ...dependencies, onReady });

  const whenReady = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (connected() || signal.aborted) return resolve();
      readyWaiters.add(resolve);
      signal.addEventListener("abort", () => readyWaiters.delete(resolve));
    });

  const deliver = async (topic: string, payload: Buffer, timeout: AbortSignal) => {
    await whenReady(timeout);
    // After the timeout, the caller has received an error and decides whether to send the command again.
    if (timeout.aborted) return;
    const client = sending.client();
    if (client === null) throw new Error("disconnected from the broker");
    // Commands are never retained: a retained command could start a chair long after it was sent.
    await client.publishAsync(topic, payload, { qos: 1, retain: false });
  };

  return {
    start() {
      receiving.start();
      sending.start();
    },
    async stop() {
      await Promise.all([receiving.stop(), sending.stop()]);
    },
    connected,
    setReceiving(shallReceive) {
      if (isReceiving === shallReceive) return;
      isReceiving = shallReceive;
      log.warn(
        { isReceiving },
        "the server takes the chairs' messages only while its database can be written",
      );
      const client = receiving.client();
      // Without a connection, the next one adjusts its subscriptions.
      if (client !== null)
        adjustSubscriptions(client).catch((error: unknown) => {
          log.warn({ err: error }, "the subscriptions could not be changed; reconnecting");
          client.end(true);
        });
    },
    async readStates() {
      if (!isReceiving) return;
      // Without a connection, the next one subscribes again anyway.
      await receiving.client()?.subscribeAsync(topics.filter(isStateTopic), { qos: 1 });
    },
    async publish(topic, payload) {
      const timeout = new AbortController();
      try {
        const sent = deliver(topic, payload, timeout.signal).then(() => true);
        const timedOut = clock.sleep(dependencies.timeoutMs, timeout.signal).then(() => false);
        if (await Promise.race([sent, timedOut])) return;
        throw new Error(`the broker did not acknowledge within ${dependencies.timeoutMs} ms`);
      } finally {
        timeout.abort();
      }
    },
  };
}

/** Creates the connection to the embedded broker, which runs in this process and is never disconnected. */
export function createLocalConnection({
  broker,
  topics,
  onMessage,
  whenCapacity,
}: {
  broker: LocalBroker;
  topics: string[];
  onMessage: LocalSubscription["onMessage"];
  whenCapacity: LocalSubscription["whenCapacity"];
}): BrokerConnection {
  let subscription: ReturnType<LocalBroker["subscribe"]> | null = null;
  return {
    start() {
      subscription ??= broker.subscribe({ topics, onMessage, whenCapacity });
    },
    async stop() {
      subscription?.end();
      subscription = null;
    },
    connected: () => subscription !== null,
    readStates: async () => subscription?.readRetained(),
    setReceiving() {},
    async publish(topic, payload) {
      broker.publish(topic, payload);
    },
  };
}
