import type { Aedes, AedesPublishPacket } from "aedes";
import { readRetained } from "./embedded-broker-internals.ts";

export interface LocalSubscription {
  readonly topics: readonly string[];
  readonly onMessage: (topic: string, payload: Buffer) => void;
  /** Calls `proceed` as soon as the subscriber can receive another message. */
  readonly whenCapacity: (proceed: () => void) => void;
}

export function openLocalBroker(broker: Aedes, subscriptions: Set<LocalSubscription>) {
  return {
    /**
     * Receives the retained messages of the topics and all later messages. The broker accepts a chair's message after
     * `whenCapacity` of every subscription has called back. Until then, the broker does not read the chair's socket.
     * @returns a function that ends the subscription
     */
    subscribe(subscription: LocalSubscription) {
      const { topics, onMessage } = subscription;
      const receive = ({ topic, payload }: Pick<AedesPublishPacket, "topic" | "payload">) =>
        onMessage(topic, typeof payload === "string" ? Buffer.from(payload) : payload);
      const deliver = (packet: AedesPublishPacket, done: () => void) => {
        receive(packet);
        done();
      };
      subscriptions.add(subscription);
      for (const topic of topics) broker.subscribe(topic, deliver, () => {});
      readRetained(broker, topics, (packet) => {
        if (subscriptions.has(subscription)) receive(packet);
      });
      return () => {
        subscriptions.delete(subscription);
        for (const topic of topics) broker.unsubscribe(topic, deliver, () => {});
      };
    },
    /** Delivers a message to the current subscribers without retaining it. */
    publish(topic: string, payload: Buffer) {
      broker.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, () => {});
    },
  };
}

/** Gives the server that hosts the broker access to chair messages without a network connection. */
export type LocalBroker = ReturnType<typeof openLocalBroker>;

/** Calls `proceed` when every subscription in turn has capacity for another message. */
export function waitForCapacity([first, ...others]: readonly LocalSubscription[], proceed: () => void): void {
  if (first === undefined) proceed();
  else first.whenCapacity(() => waitForCapacity(others, proceed));
}
