import type { Aedes, AedesPublishPacket } from "aedes";
import { readRetained } from "./embedded-broker-internals.ts";

/** Access for the server that hosts the broker, without a socket between the two. */
export interface LocalBroker {
  /**
   * Receives the retained messages of these topics, and what is published on them from now on. A chair's
   * message is accepted when `whenCapacity` of every subscription has called back; the chair's socket is not
   * read until then.
   * @returns a function that ends the subscription
   */
  subscribe(subscription: LocalSubscription): () => void;
  /** Delivers a message to the current subscribers without retaining it. */
  publish(topic: string, payload: Buffer): void;
}

export interface LocalSubscription {
  readonly topics: readonly string[];
  readonly onMessage: (topic: string, payload: Buffer) => void;
  readonly whenCapacity: (proceed: () => void) => void;
}

export function openLocalBroker(broker: Aedes, subscriptions: Set<LocalSubscription>): LocalBroker {
  return {
    subscribe(subscription) {
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
    publish(topic, payload) {
      broker.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, () => {});
    },
  };
}

/** Calls `proceed` when every subscription in turn has capacity for another message. */
export function waitForCapacity([first, ...others]: readonly LocalSubscription[], proceed: () => void): void {
  if (first === undefined) proceed();
  else first.whenCapacity(() => waitForCapacity(others, proceed));
}
