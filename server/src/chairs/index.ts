import { chairTopic, type PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { LocalBroker } from "#platform/mqtt/embedded-broker.ts";
import { createBrokerConnection } from "./broker-connection.ts";
import { createComplaints } from "./malformed-message-log.ts";
import { type ChairMessage, readChairMessage, writeChairMessage } from "./chair-messages.ts";
import { type ChairWords, countTogether, wordsOf } from "./chair-message-batch.ts";
import { createDeviceQueues } from "./device-queues.ts";
import { createLocalConnection } from "./local-connection.ts";

export type { ChairWords };

/**
 * `words` are what the chair has said when it is called for the first time, and the same from then on: whoever waits
 * for others to go together with asks late.
 */
export type WordsListener = (deviceId: string, words: () => ChairWords) => Promise<void>;

/** How long a message is tried again where its listener fails; the device's later messages wait behind it. */
const retryPausesMs = [100, 500, 2000, 5000];

export interface GatewayCounts {
  received: number;
  invalid: number;
  retried: number;
  /** Given up after every try. An event comes again by itself: its chair repeats it until a receipt. */
  abandoned: number;
  /** Left out because their device had too many others waiting. */
  crowdedOut: number;
  waiting: number;
}

export interface ChairGateway {
  start(): void;
  /** Hears nothing more, then lets what was heard be dealt with, for a bounded time. */
  stop(): Promise<void>;
  connected(): boolean;
  /** Resolves when the broker has the command, which says nothing about the chair; rejects when it is away. */
  send(deviceId: string, command: PayloadOf<"command">): Promise<void>;
  /** To be called by whoever stored the events, after the commit and never before. */
  sendReceipt(deviceId: string, receipt: PayloadOf<"receipt">): Promise<void>;
  onWords(listener: WordsListener): void;
  counts(): GatewayCounts;
}

/**
 * The one place that knows MQTT. Every server on a broker receives every state, and replies and events where the
 * broker does not divide them among servers. A message may come again after a reconnect or a retry: listeners must be
 * idempotent. A server handles a device's messages one after another; another server may handle the next one meanwhile.
 */
export function createChairGateway(parts: {
  url: string;
  username: string;
  password: string;
  /** Where the broker lives in this process, it is not reached by its URL. */
  local?: LocalBroker | undefined;
  clock: Clock;
  log: Log;
  /** Divides replies and events among the servers of this group, on a broker with shared subscriptions. */
  sharedGroup?: string;
  /** Devices whose messages are handled at once. */
  concurrency?: number;
  /** Messages held in memory before the broker's socket is left unread. */
  highWater?: number;
  /** Messages of one device held in memory: several times what an honest chair sends without a receipt. */
  mostADevice?: number;
  /** How long `send` waits for the broker. */
  patienceMs?: number;
}): ChairGateway {
  const { clock, log } = parts;
  const listeners: WordsListener[] = [];
  const counted = { received: 0, invalid: 0, retried: 0, abandoned: 0, crowdedOut: 0 };
  const complaints = createComplaints({ clock, log });
  let stopping = new AbortController();

  const queues = createDeviceQueues<ChairMessage>({
    concurrency: parts.concurrency ?? 256,
    highWater: parts.highWater ?? 4096,
    mostADevice: parts.mostADevice ?? 256,
    together: countTogether,
    work: handle,
  });

  const topics = ["chairs/+/state", "chairs/+/reply", "chairs/+/event"];
  const { whenRoom } = queues;
  const broker = parts.local
    ? createLocalConnection({ broker: parts.local, topics, onMessage: hear, whenRoom })
    : createBrokerConnection({
        url: parts.url,
        username: parts.username,
        password: parts.password,
        topics,
        sharedGroup: parts.sharedGroup ?? null,
        patienceMs: parts.patienceMs ?? 3000,
        clock,
        log,
        onMessage: hear,
        whenRoom,
      });

  function hear(topic: string, bytes: Buffer) {
    if (stopping.signal.aborted) return;
    counted.received += 1;
    const read = readChairMessage(topic, bytes);
    if (read.kind === "invalid") {
      counted.invalid += 1;
      return complaints.add(read.deviceId ?? topic, read.problem);
    }
    const { deviceId } = read.message;
    if (queues.push(deviceId, read.message)) return;
    counted.crowdedOut += 1;
    complaints.add(deviceId, "too many messages wait already");
  }

  async function handle(deviceId: string, take: () => readonly ChairMessage[]) {
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        return await notify(deviceId, () => wordsOf(take()));
      } catch (error) {
        const messages = take();
        const topics = messages.map(({ topic }) => topic);
        if (pauseMs === null || stopping.signal.aborted) {
          // One of them may fail for ever: it must not keep the others from being processed.
          if (messages.length > 1 && !stopping.signal.aborted) return handleEach(deviceId, messages);
          counted.abandoned += topics.length;
          return log.error({ err: error, deviceId, topics }, "a chair's messages could not be dealt with");
        }
        counted.retried += topics.length;
        log.warn({ err: error, deviceId, topics, pauseMs }, "a chair's messages are tried again");
        await clock.sleep(pauseMs, stopping.signal);
      }
    }
  }

  async function notify(deviceId: string, words: () => ChairWords): Promise<void> {
    for (const listener of listeners) await listener(deviceId, words);
  }

  async function handleEach(deviceId: string, messages: readonly ChairMessage[]): Promise<void> {
    for (const message of messages)
      try {
        await notify(deviceId, () => wordsOf([message]));
      } catch (error) {
        counted.abandoned += 1;
        log.error(
          { err: error, deviceId, topic: message.topic },
          "a chair's message could not be dealt with",
        );
      }
  }

  return {
    start() {
      stopping = new AbortController();
      broker.start();
    },
    async stop() {
      stopping.abort();
      await broker.stop();
      const patience = new AbortController();
      await Promise.race([queues.idle(), clock.sleep(3000, patience.signal)]);
      patience.abort();
    },
    connected: broker.connected,
    send: async (deviceId, command) =>
      broker.publish(chairTopic(deviceId, "command"), writeChairMessage("command", command)),
    sendReceipt: async (deviceId, receipt) =>
      broker.publish(chairTopic(deviceId, "receipt"), writeChairMessage("receipt", receipt)),
    onWords: (listener) => void listeners.push(listener),
    counts: () => ({ ...counted, waiting: queues.size() }),
  };
}
