import type { Aedes, AedesPublishPacket, Client } from "aedes";

/** Version of Aedes whose private members this file patches; before an update, the patches must be reviewed. */
export const supportedAedesVersion = "1.2.0";

interface RetainedStore {
  createRetainedStreamCombi(patterns: string[]): AsyncIterable<AedesPublishPacket>;
}

const retainedStoreOf = (broker: Aedes): RetainedStore =>
  (broker as unknown as { persistence: RetainedStore }).persistence;

/** Returns the retained messages of the given topics. */
export const openRetained = (broker: Aedes, topics: readonly string[]): AsyncIterable<AedesPublishPacket> =>
  retainedStoreOf(broker).createRetainedStreamCombi([...topics]);

/**
 * The memory store of Aedes compares every retained message with every new subscription. When 5,000 chairs connect, the
 * store makes 50 million comparisons, and connecting takes 38 s instead of 6 s. Only messages of the topic `state` are
 * retained (broker-rights.ts), so the search is skipped for other subscriptions.
 */
export function searchRetainedStatesOnly(broker: Aedes): void {
  const persistence = retainedStoreOf(broker);
  const search = persistence.createRetainedStreamCombi.bind(persistence);
  persistence.createRetainedStreamCombi = (patterns) =>
    search(patterns.filter((pattern) => pattern.endsWith("/state")));
}

// oxlint-disable no-underscore-dangle -- Aedes names this method `_do`
type Done = (...results: unknown[]) => void;
interface MessageQueue {
  _do(message: unknown, done: Done): MessageQueue;
}

/**
 * The queue of Aedes completes a message without subscribers synchronously, and then calls itself for the next message.
 * If the only subscriber disconnects while thousands of messages wait, these calls overflow the stack. If a message is
 * completed while its client's parser runs, the parser is re-entered and loses the frame boundaries. Therefore messages
 * are delivered one after another, and none is completed synchronously.
 */
export function deliverInOrder(broker: Aedes): void {
  const { mq } = broker as unknown as { mq: MessageQueue };
  const deliver = mq._do.bind(mq);
  const waiting: [message: unknown, done: Done][] = [];
  let isDelivering = false;
  mq._do = (message, done) => {
    waiting.push([message, done]);
    if (isDelivering) return mq;
    isDelivering = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        deliver(next[0], asynchronously(next[1]));
    } finally {
      isDelivering = false;
    }
    return mq;
  };
}

function asynchronously(done: Done): Done {
  let isSynchronous = true;
  queueMicrotask(() => {
    isSynchronous = false;
  });
  return function completed(this: unknown, ...results) {
    if (isSynchronous) setImmediate(() => done.apply(this, results));
    else done.apply(this, results);
  };
}

/**
 * Unregisters connections that ended before they were registered. Otherwise Aedes would keep such a connection until
 * the same chair connects again.
 */
export function unregisterClosedClients(broker: Aedes): void {
  const { unregisterClient } = broker as unknown as { unregisterClient(client: Client): void };
  broker.on("client", (client) => {
    if (client.closed) unregisterClient.call(broker, client);
  });
}

/**
 * Aedes publishes the last wills of brokers that it considers dead. It would consider this broker dead, and all its
 * chairs offline, if the clock were set forward by more than three minutes. No other broker uses the same memory.
 */
export function keepLastWills(broker: Aedes): void {
  // oxlint-disable-next-line no-underscore-dangle -- Aedes has no option to end this check
  clearInterval((broker as unknown as { _clearWillInterval: NodeJS.Timeout })._clearWillInterval);
}
