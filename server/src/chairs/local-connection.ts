import type { LocalBroker } from "#platform/mqtt/embedded-broker.ts";
import type { BrokerConnection } from "./broker-connection.ts";

/** The connection to a broker in this very process, which is there for as long as we are. */
export function createLocalConnection({
  broker,
  topics,
  onMessage,
  whenRoom,
}: {
  broker: LocalBroker;
  topics: string[];
  onMessage: (topic: string, payload: Buffer) => void;
  whenRoom: (proceed: () => void) => void;
}): BrokerConnection {
  let stopListening: (() => void) | null = null;
  return {
    start() {
      stopListening ??= broker.listen({ topics, onMessage, whenRoom });
    },
    async stop() {
      stopListening?.();
      stopListening = null;
    },
    connected: () => stopListening !== null,
    async publish(topic, payload) {
      broker.publish(topic, payload);
    },
  };
}
