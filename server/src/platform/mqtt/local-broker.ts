import type { Aedes, AedesPublishPacket } from "aedes";
import { openRetained } from "./embedded-broker-internals.ts";

export interface LocalSubscription {
  readonly topics: readonly string[];
  readonly onMessage: (topic: string, payload: Buffer, isRetained: boolean) => void;
  /** Calls `proceed` as soon as the subscriber can receive another message of the topic. */
  readonly whenCapacity: (topic: string, proceed: () => void) => void;
}

export function openLocalBroker(broker: Aedes, subscriptions: Set<LocalSubscription>) {
  return {
    /**
     * Receives the retained messages of the topics and all later messages. The broker accepts a chair's message after
     * `whenCapacity` of every subscription has called back. Until then, the broker does not read the chair's socket.
     */
    subscribe(subscription: LocalSubscription) {
      const { topics, onMessage, whenCapacity } = subscription;
      const receive = (
        { topic, payload }: Pick<AedesPublishPacket, "topic" | "payload">,
        isRetained = false,
      ) => onMessage(topic, typeof payload === "string" ? Buffer.from(payload) : payload, isRetained);
      const deliver = (packet: AedesPublishPacket, done: () => void) => {
        receive(packet);
        done();
      };
      subscriptions.add(subscription);
      for (const topic of topics) broker.subscribe(topic, deliver, () => {});
      const readRetained = async () => {
        for await (const packet of openRetained(broker, topics)) {
          await new Promise<void>((resolve) => whenCapacity(packet.topic, resolve));
          if (!subscriptions.has(subscription)) return;
          receive(packet, true);
        }
      };
      void readRetained();
      return {
        /** Receives the retained messages again. */
        readRetained,
        end() {
          subscriptions.delete(subscription);
          for (const topic of topics) broker.unsubscribe(topic, deliver, () => {});
        },
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

/** Calls `proceed` when every subscription in turn has capacity for another message of the topic. */
export function waitForCapacity(
  [first, ...others]: readonly LocalSubscription[],
  topic: string,
  proceed: () => void,
): void {
  if (first === undefined) proceed();
  else first.whenCapacity(topic, () => waitForCapacity(others, topic, proceed));
}
