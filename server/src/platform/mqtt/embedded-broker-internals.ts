import type { Aedes, AedesPublishPacket, Client } from "aedes";

export interface RetainedStore {
  createRetainedStreamCombi(patterns: string[]): {
    on(event: "data", listener: (packet: AedesPublishPacket) => void): unknown;
  };
}

/**
 * Its memory store compares every retained message with every new subscription, so that 5,000 chairs that connect
 * make 50 million comparisons (38 s; 6 s without). Nothing but a `state` is ever retained (broker-rights.ts), so
 * only who asks for states can find any.
 */
export function searchRetainedStatesOnly(broker: Aedes): void {
  const { persistence } = broker as unknown as { persistence: RetainedStore };
  const search = persistence.createRetainedStreamCombi.bind(persistence);
  persistence.createRetainedStreamCombi = (patterns) =>
    search(patterns.filter((pattern) => pattern.endsWith("/state")));
}

// oxlint-disable no-underscore-dangle -- the queue's own name for it
type Done = (...results: unknown[]) => void;
interface MessageQueue {
  _do(message: unknown, done: Done): MessageQueue;
}

/**
 * Its queue completes a message without subscribers synchronously, and then calls itself for the next one. Thousands of
 * them, waiting when the server's own connection breaks, overflow the stack; and a client whose message is completed
 * while its parser is at work parses what it reads next from within, which loses the frame boundaries. So messages are
 * handed out one after another, and none is completed synchronously.
 */
export function handOutInTurn(broker: Aedes): void {
  const { mq } = broker as unknown as { mq: MessageQueue };
  const handOut = mq._do.bind(mq);
  const waiting: [message: unknown, done: Done][] = [];
  let isHandingOut = false;
  mq._do = (message, done) => {
    waiting.push([message, done]);
    if (isHandingOut) return mq;
    isHandingOut = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        handOut(next[0], neverSynchronously(next[1]));
    } finally {
      isHandingOut = false;
    }
    return mq;
  };
}

function neverSynchronously(done: Done): Done {
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
 * A connection that ends between the verification of its secret and its registration is registered all the same, and
 * nothing would remove it before the same chair connects again.
 */
export function unregisterClosedClients(broker: Aedes): void {
  const { unregisterClient } = broker as unknown as { unregisterClient(client: Client): void };
  broker.on("client", (client) => {
    if (client.closed) unregisterClient.call(broker, client);
  });
}
