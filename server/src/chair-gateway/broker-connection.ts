import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import mqtt, { type MqttClient } from "mqtt";
import type { Clock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";

const firstPauseMs = 100;
const longestPauseMs = 5000;

export interface BrokerConnection {
  /** Begins to connect and keeps at it; resolves at once. */
  start(): void;
  stop(): Promise<void>;
  connected(): boolean;
  /** Resolves on the broker's acknowledgement; rejects after `patienceMs`, or when the connection breaks. */
  publish(topic: string, payload: Buffer): Promise<void>;
}

/**
 * Every try is a fresh client with an empty store and a clean session. Nothing is ever sent again behind the
 * outbox's back, and every connection subscribes anew, which brings the retained states again.
 */
export function createBrokerConnection(parts: {
  url: string;
  username: string;
  password: string;
  topics: string[];
  patienceMs: number;
  clock: Clock;
  log: Log;
  onMessage: (topic: string, payload: Buffer) => void;
  /** Calls back when the next message may come: until then the broker's socket is left unread. */
  whenRoom: (proceed: () => void) => void;
}): BrokerConnection {
  const { clock, log } = parts;
  let client: MqttClient | null = null;
  let ready = false;
  let stopping: AbortController | null = null;
  let readyWaiters = new Set<() => void>();

  const becomeReady = () => {
    ready = true;
    const waiters = readyWaiters;
    readyWaiters = new Set();
    for (const wake of waiters) wake();
    log.info({ topics: parts.topics }, "chairs can be heard");
  };

  /** One connection from its first byte to its end. */
  const connectOnce = (signal: AbortSignal) =>
    new Promise<{ wasReady: boolean }>((resolve) => {
      const opened = mqtt.connect(parts.url, {
        // Several servers listen side by side: an id shared by two would have the broker throw one out.
        clientId: `server-${randomUUID()}`,
        username: parts.username,
        password: parts.password,
        protocolVersion: 4,
        clean: true,
        // A broker that vanishes without closing its connection is noticed within 15 s.
        keepalive: 10,
        reconnectPeriod: 0,
        connectTimeout: 10_000,
        queueQoSZero: false,
        resubscribe: false,
      });
      client = opened;
      let wasReady = false;
      // Without it Nagle and delayed acknowledgements add 88 ms to a round trip of 0.1 ms.
      (opened.stream as Socket).setNoDelay?.(true);
      opened.handleMessage = (_packet, done) => parts.whenRoom(() => done());
      opened.on("message", parts.onMessage);
      opened.on("connect", () => {
        opened.subscribe(parts.topics, { qos: 1 }, (error) => {
          if (signal.aborted || opened !== client) return;
          if (error) {
            log.error({ err: error }, "the broker refuses the server's subscriptions");
            return void opened.end(true);
          }
          wasReady = true;
          becomeReady();
        });
      });
      opened.on("error", (error) => {
        log.warn({ reason: error.message || error.name }, "broker connection failed");
        opened.end(true);
      });
      opened.once("close", () => {
        ready = false;
        client = null;
        // Fails whatever still waits for an acknowledgement that can no longer come.
        opened.end(true);
        resolve({ wasReady });
      });
    });

  const keepConnected = async (signal: AbortSignal) => {
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const { wasReady } = await connectOnce(signal);
      if (signal.aborted) return;
      pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      log.warn({ pauseMs }, "the broker is away");
      await clock.sleep(pauseMs, signal);
    }
  };

  const whenReady = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (ready || signal.aborted) return resolve();
      readyWaiters.add(resolve);
      signal.addEventListener("abort", () => readyWaiters.delete(resolve));
    });

  const deliver = async (topic: string, payload: Buffer, patience: AbortSignal) => {
    await whenReady(patience);
    // Whoever waited too long was told so; sending now would be one time too many.
    if (patience.aborted) return;
    if (client === null) throw new Error("the broker went away");
    // Never retained: a command that outlives its moment would start a chair long after.
    await client.publishAsync(topic, payload, { qos: 1, retain: false });
  };

  return {
    start() {
      if (stopping) return;
      stopping = new AbortController();
      void keepConnected(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      stopping = null;
      const last = client;
      if (last === null) return;
      const closed = new Promise<void>((resolve) => last.once("close", () => resolve()));
      if (last.connected) last.end();
      else last.end(true);
      const patience = new AbortController();
      await Promise.race([closed, clock.sleep(1000, patience.signal)]);
      patience.abort();
      last.end(true);
    },
    connected: () => ready,
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
