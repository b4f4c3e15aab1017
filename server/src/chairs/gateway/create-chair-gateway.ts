import { chairTopic, type PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { type Clock, monotonicMs } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { LocalBroker } from "#platform/mqtt/local-broker.ts";
import { createBrokerConnection, createLocalConnection } from "./broker-connection.ts";
import {
  batchSize,
  type ChairMessage,
  type ChairMessageBatch,
  readChairMessage,
  toBatch,
  writeChairMessage,
} from "./chair-messages.ts";
import { createDeviceQueues } from "./device-queues.ts";
import { createEventLimit, type EventLimit } from "./event-limit.ts";
import { createOutageWatch } from "./outage-watch.ts";

/**
 * At its first call, `loadBatch` returns a batch of the device's waiting messages; every later call returns the same
 * batch. A handler calls it as late as possible, so that batches are large.
 */
export type ChairMessageHandler = (deviceId: string, loadBatch: () => ChairMessageBatch) => Promise<void>;

/**
 * Delays in milliseconds before retries of a handler that failed although the database is available; later messages of
 * the same device wait.
 */
const retryDelaysMs = [100, 500, 2000, 5000];

const defaultEventLimit: EventLimit = { perMinute: 60, burst: 10_800 };

export type ChairGateway = ReturnType<typeof createChairGateway>;

/**
 * Sends commands to chairs and receives their messages. Every server on a broker receives every state. The broker
 * distributes replies and events among the servers, or delivers all of them to every server. A message may be repeated
 * after a reconnect or a retry, so the handler must be idempotent. A server processes a device's messages in order, but
 * another server may process the device's next message concurrently.
 */
export function createChairGateway(dependencies: {
  url: string;
  username: string;
  password: string;
  /** The embedded broker of this process, which is used instead of the broker at `url`. */
  local?: LocalBroker | undefined;
  clock: Clock;
  log: Log;
  /** Name of the servers' shared subscription, for brokers that support it. */
  sharedGroup?: string;
  /** Number of devices whose messages are processed concurrently. */
  concurrency?: number;
  /** While this many messages are in memory, no further messages are received. */
  highWater?: number;
  /**
   * Maximum messages of one device in memory. The default is four times the number of events that the virtual chair
   * sends without a receipt.
   */
  maxPerDevice?: number;
  eventLimit?: EventLimit;
  /** Time for which `send` and `sendReceipt` wait for the broker's acknowledgement. */
  timeoutMs?: number;
}) {
  const { clock, log } = dependencies;
  let handleMessages: ChairMessageHandler = async () => {};
  let handleExcess = async (_deviceId: string): Promise<void> => {};
  const counts = {
    received: 0,
    invalid: 0,
    retried: 0,
    /**
     * Messages that could not be processed although the database is available. Their loss is repaired: the chair repeats
     * events that got no receipt, the outbox sends starts and extensions without a reply again, and a newer state
     * replaces a lost one.
     */
    abandoned: 0,
    /** Messages dropped because too many messages of their device were waiting. */
    dropped: 0,
    /** Events beyond the limit of their chair, which repeats them after a pause. */
    refused: 0,
  };
  const logInvalid = createLossLog(clock, log, "a chair's message was rejected");
  const logDropped = createLossLog(
    clock,
    log,
    "an older message of a chair was dropped, because too many were waiting",
  );
  const eventLimit = createEventLimit(dependencies.eventLimit ?? defaultEventLimit);
  let stopping = new AbortController();
  let failedChecks = 0;
  /** Start of each attempt to process or to send a message, oldest first. */
  const attempts = new Map<symbol, number>();

  const queues = createDeviceQueues<ChairMessage>({
    concurrency: dependencies.concurrency ?? 256,
    highWater: dependencies.highWater ?? 4096,
    maxPerDevice: dependencies.maxPerDevice ?? 256,
    isUrgent: ({ topic }) => topic !== "event",
    batchSize,
    work: handle,
  });

  const topics = ["chairs/+/state", "chairs/+/reply", "chairs/+/event"];
  const whenCapacity = (topic: string, proceed: () => void) =>
    queues.whenCapacity(!topic.endsWith("/event"), proceed);
  const broker = dependencies.local
    ? createLocalConnection({ broker: dependencies.local, topics, onMessage: receive, whenCapacity })
    : createBrokerConnection({
        url: dependencies.url,
        username: dependencies.username,
        password: dependencies.password,
        topics,
        sharedGroup: dependencies.sharedGroup ?? null,
        timeoutMs: dependencies.timeoutMs ?? 3000,
        clock,
        log,
        onMessage: receive,
        whenCapacity,
      });

  function receive(topic: string, bytes: Buffer, isRetained = false) {
    if (stopping.signal.aborted) return;
    counts.received += 1;
    const read = readChairMessage(topic, bytes, isRetained);
    if (read.kind === "invalid") {
      counts.invalid += 1;
      return logInvalid(read.deviceId ?? topic, { problem: read.problem });
    }
    const { deviceId } = read.message;
    if (read.message.topic === "event") {
      const verdict = eventLimit.take(deviceId);
      if (verdict !== "accepted") counts.refused += 1;
      if (verdict === "pause") void pauseEvents(deviceId, read.message.payload.epoch);
      if (verdict !== "accepted") return;
    }
    const dropped = queues.push(deviceId, read.message);
    if (dropped === null) return;
    counts.dropped += 1;
    logDropped(deviceId, { topic: dropped.topic });
  }

  async function pauseEvents(deviceId: string, epoch: string): Promise<void> {
    const { pauseSeconds } = eventLimit;
    log.warn({ deviceId, pauseSeconds }, "a chair sends too many events; it is told to pause");
    try {
      // A receipt up to 0 confirms no event.
      await sendReceipt(deviceId, { epoch, upTo: 0, pauseSeconds });
      await handleExcess(deviceId);
    } catch (error) {
      log.warn({ err: error, deviceId }, "the excess of a chair's events could not be reported");
    }
  }

  const sendReceipt = async (deviceId: string, receipt: PayloadOf<"receipt">): Promise<void> =>
    broker.publish(chairTopic(deviceId, "receipt"), writeChairMessage("receipt", receipt));

  async function timed(attempt: () => Promise<void>): Promise<void> {
    const id = Symbol("attempt");
    attempts.set(id, monotonicMs());
    await attempt().finally(() => attempts.delete(id));
  }

  const outage = createOutageWatch({
    clock,
    log,
    stopping: () => stopping.signal,
    // Meanwhile, the broker may have dropped states that no chair repeats.
    onEnd: () => broker.readStates(),
  });

  async function handle(deviceId: string, load: () => readonly ChairMessage[]) {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        return await outage.waitThrough(() => timed(() => handleMessages(deviceId, () => toBatch(load()))));
      } catch (error) {
        const messages = load();
        const failed = messages.map(({ topic }) => topic);
        if (delayMs === null || stopping.signal.aborted) {
          // The messages are processed one by one, so that one that always fails does not block the others.
          if (messages.length > 1 && !stopping.signal.aborted) return handleEach(deviceId, messages);
          counts.abandoned += failed.length;
          return log.error(
            { err: error, deviceId, topics: failed },
            "a chair's messages could not be processed and are abandoned",
          );
        }
        counts.retried += failed.length;
        log.warn(
          { err: error, deviceId, topics: failed, delayMs },
          "a chair's messages could not be processed; retrying",
        );
        await clock.sleep(delayMs, stopping.signal);
      }
    }
  }

  async function handleEach(deviceId: string, messages: readonly ChairMessage[]): Promise<void> {
    for (const message of messages)
      try {
        await outage.waitThrough(() => timed(() => handleMessages(deviceId, () => toBatch([message]))));
      } catch (error) {
        counts.abandoned += 1;
        log.error(
          { err: error, deviceId, topic: message.topic },
          "a chair's message could not be processed and is abandoned",
        );
      }
  }

  return {
    start(): void {
      stopping = new AbortController();
      broker.start();
    },
    /**
     * Stops receiving, then waits at most three seconds until the received messages are processed. Messages that arrive
     * meanwhile are ignored; their loss is repaired like that of abandoned ones.
     */
    async stop(): Promise<void> {
      stopping.abort();
      await broker.stop();
      const timeout = new AbortController();
      await Promise.race([queues.idle(), clock.sleep(3000, timeout.signal)]);
      timeout.abort();
    },
    connected: broker.connected,
    /**
     * Must be called with the state of the database after each check. While it is read-only, or was down at two checks in
     * succession, the broker sends the chairs' messages to other servers; those received already wait.
     */
    followDatabase(state: "up" | "down" | "readOnly"): void {
      failedChecks = state === "up" ? 0 : failedChecks + 1;
      broker.setReceiving(failedChecks === 0 || (state === "down" && failedChecks === 1));
    },
    /**
     * Resolves when the broker has received the command, which the chair may not have received yet. Rejects if the
     * broker does not acknowledge the command within `timeoutMs`, if the connection is lost, or if the command violates
     * the contract.
     */
    send: async (deviceId: string, command: PayloadOf<"command">): Promise<void> =>
      timed(() => broker.publish(chairTopic(deviceId, "command"), writeChairMessage("command", command))),
    /** Must be called only after the commit that stores the events, because a receipt makes the chair delete them. */
    sendReceipt,
    /** Sets the only handler of messages. */
    onMessages(handler: ChairMessageHandler): void {
      handleMessages = handler;
    },
    /** Sets the only handler of chairs that send too many events; called again only after the pause. */
    onExcess(handler: (deviceId: string) => Promise<void>): void {
      handleExcess = handler;
    },
    counts: () => ({ ...counts, waiting: queues.size() }),
    /**
     * Returns for how many milliseconds the oldest reply or state has been waiting in this process, or the oldest attempt
     * to process messages or to send one has lasted. Waiting events are not measured, because replies go ahead of them.
     * If the queue is full, further messages wait at the broker for an unknown time.
     */
    backlog(): { readonly ageMs: number; readonly isFull: boolean } {
      const [sinceMs = monotonicMs()] = attempts.values();
      return { ageMs: Math.max(queues.urgentAgeMs(), monotonicMs() - sinceMs), isFull: queues.isFull() };
    },
  };
}

const lossLogIntervalMs = 60_000;
/** Limits the memory: when this many chairs are stored, all are deleted, and each may log again immediately. */
const maxLoggedDevices = 10_000;

/**
 * Returns a function that logs a lost message at most once per chair and minute, with the number of losses that were
 * omitted since the last line of the chair.
 */
function createLossLog(clock: Clock, log: Log, message: string) {
  const logged = new Map<string, { atMs: number; omitted: number }>();

  return (deviceId: string, details: { readonly problem: string } | { readonly topic: string }): void => {
    const nowMs = clock.now().getTime();
    const last = logged.get(deviceId);
    // `Math.abs` lets a chair log again after the clock was set back.
    if (last !== undefined && Math.abs(nowMs - last.atMs) < lossLogIntervalMs) {
      last.omitted += 1;
      return;
    }
    if (logged.size >= maxLoggedDevices) logged.clear();
    logged.set(deviceId, { atMs: nowMs, omitted: 0 });
    log.warn({ deviceId, ...details, omitted: last?.omitted ?? 0 }, message);
  };
}
