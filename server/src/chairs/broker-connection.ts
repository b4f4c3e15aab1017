import type { MqttClient } from "mqtt";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import { createMqttSession } from "./mqtt-session.ts";

export interface BrokerConnection {
  /** Begins to connect and keeps at it; resolves at once. */
  start(): void;
  stop(): Promise<void>;
  connected(): boolean;
  /** Resolves on the broker's acknowledgement; rejects after `patienceMs`, or when the connection breaks. */
  publish(topic: string, payload: Buffer): Promise<void>;
}

/**
 * Receives and sends on two connections: while flow control leaves the receiving one unread, acknowledgements of what
 * is sent still arrive. On one connection, receipts would time out behind the backlog that waits for them.
 */
export function createBrokerConnection(parts: {
  url: string;
  username: string;
  password: string;
  topics: string[];
  /**
   * Group of servers among which the broker divides messages; null where each receives all. States are never divided:
   * a shared subscription delivers no retained messages, and a server that connects needs the state of every chair.
   */
  sharedGroup: string | null;
  patienceMs: number;
  clock: Clock;
  log: Log;
  onMessage: (topic: string, payload: Buffer) => void;
  /** Calls back when the next message may come: until then the receiving socket is left unread. */
  whenRoom: (proceed: () => void) => void;
}): BrokerConnection {
  const { clock, log, topics, sharedGroup } = parts;
  let readyWaiters = new Set<() => void>();

  const connected = () => receiving.client() !== null && sending.client() !== null;
  const onReady = () => {
    if (!connected()) return;
    const waiters = readyWaiters;
    readyWaiters = new Set();
    for (const wake of waiters) wake();
    log.info({ topics }, "connected to the broker");
  };
  /** On every connection, which delivers the retained states again. */
  const subscribe = async (client: MqttClient) => {
    const divided = topics.filter((topic) => sharedGroup !== null && !topic.endsWith("/state"));
    const received = topics.filter((topic) => !divided.includes(topic));
    await client.subscribeAsync(received, { qos: 1 });
    if (divided.length === 0) return;
    const shared = divided.map((topic) => `$share/${sharedGroup}/${topic}`);
    await client.subscribeAsync(shared, { qos: 1 }).catch((error: unknown) => {
      if (!client.connected) throw error;
      log.info(
        { reason: String(error) },
        "the broker refuses shared subscriptions: every server receives all messages",
      );
      return client.subscribeAsync(divided, { qos: 1 });
    });
  };
  const receiving = createMqttSession({
    ...parts,
    configure(client) {
      client.handleMessage = (_packet, done) => parts.whenRoom(() => done());
      client.on("message", parts.onMessage);
    },
    prepare: subscribe,
    onReady,
  });
  const sending = createMqttSession({ ...parts, onReady });

  const whenReady = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (connected() || signal.aborted) return resolve();
      readyWaiters.add(resolve);
      signal.addEventListener("abort", () => readyWaiters.delete(resolve));
    });

  const deliver = async (topic: string, payload: Buffer, patience: AbortSignal) => {
    await whenReady(patience);
    // The caller has been told that it failed: sending now could start a chair twice.
    if (patience.aborted) return;
    const client = sending.client();
    if (client === null) throw new Error("disconnected from the broker");
    // Never retained: a command that outlives its moment would start a chair long after.
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
    async publish(topic, payload) {
      const patience = new AbortController();
      try {
        const sent = deliver(topic, payload, patience.signal).then(() => true);
        const late = clock.sleep(parts.patienceMs, patience.signal).then(() => false);
        if (await Promise.race([sent, late])) return;
        throw new Error(`no word from the broker in ${parts.patienceMs} ms`);
      } finally {
        patience.abort();
      }
    },
  };
}
