import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import mqtt, { type MqttClient } from "mqtt";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

const firstPauseMs = 100;
const maxPauseMs = 5000;

/**
 * Keeps a connection to a broker. Creates a new client for every connection attempt: a reused client would send
 * unacknowledged commands again, but only the outbox may do so.
 */
export function createMqttSession(dependencies: {
  url: string;
  username: string;
  password: string;
  clock: Clock;
  log: Log;
  /** Called for each new client before it connects. */
  configure?: (client: MqttClient) => void;
  /** Called after each connection. If it resolves, the session is ready; if it rejects, the session reconnects. */
  prepare?: (client: MqttClient) => Promise<void>;
  onReady: () => void;
}) {
  const { clock, log } = dependencies;
  let client: MqttClient | null = null;
  let isReady = false;
  let stopping: AbortController | null = null;

  /** Connects once; resolves when that connection has ended. */
  const connectOnce = (signal: AbortSignal) =>
    new Promise<{ wasReady: boolean }>((resolve) => {
      const opened = mqtt.connect(dependencies.url, {
        // The ID is unique: the broker closes the older of two connections with the same ID, and servers may share a
        // broker.
        clientId: `server-${randomUUID()}`,
        username: dependencies.username,
        password: dependencies.password,
        protocolVersion: 4,
        clean: true,
        // With this interval, the client detects within 15 s that the broker disappeared without closing the
        // connection.
        keepalive: 10,
        reconnectPeriod: 0,
        connectTimeout: 10_000,
        queueQoSZero: false,
        resubscribe: false,
      });
      client = opened;
      let wasReady = false;
      const prepare = async () => {
        try {
          await dependencies.prepare?.(opened);
        } catch (error) {
          if (signal.aborted || opened !== client) return;
          log.error({ err: error }, "the broker refuses the server's subscriptions; reconnecting");
          return void opened.end(true);
        }
        if (signal.aborted || opened !== client) return;
        wasReady = true;
        isReady = true;
        dependencies.onReady();
      };
      // Without this option, Nagle's algorithm and delayed acknowledgements add 88 ms to a round trip of 0.1 ms.
      (opened.stream as Socket).setNoDelay?.(true);
      dependencies.configure?.(opened);
      opened.on("connect", () => void prepare());
      opened.on("error", (error) => {
        log.warn({ reason: error.message || error.name }, "broker connection failed");
        opened.end(true);
      });
      opened.once("close", () => {
        isReady = false;
        client = null;
        // Rejects every publish that still waits for the broker's acknowledgement.
        opened.end(true);
        resolve({ wasReady });
      });
    });

  const keepConnected = async (signal: AbortSignal) => {
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const { wasReady } = await connectOnce(signal);
      if (signal.aborted) return;
      pauseMs = wasReady ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs);
      log.warn({ pauseMs }, "disconnected from the broker; reconnecting");
      await clock.sleep(pauseMs, signal);
    }
  };

  return {
    /** Connects, and reconnects until `stop`; returns without waiting for the connection. */
    start(): void {
      if (stopping) return;
      stopping = new AbortController();
      void keepConnected(stopping.signal);
    },
    async stop(): Promise<void> {
      stopping?.abort();
      stopping = null;
      const last = client;
      if (last === null) return;
      const closed = new Promise<void>((resolve) => last.once("close", () => resolve()));
      if (last.connected) last.end();
      else last.end(true);
      const timeout = new AbortController();
      await Promise.race([closed, clock.sleep(1000, timeout.signal)]);
      timeout.abort();
      last.end(true);
    },
    /** Returns the client while it is connected and has been prepared, else null. */
    client: () => (isReady ? client : null),
  };
}
