import { commandViolations } from "./command-violations.ts";
import { eventViolations } from "./event-violations.ts";
import { type Violation, onPublish, onTopic } from "./message-changes.ts";

const connectionViolations: readonly Violation[] = [
  {
    name: "registers no last will",
    fails: ["last-will"],
    tamper: () => ({
      fromChair(packet) {
        if (packet.cmd !== "connect") return packet;
        const { will: _, ...rest } = packet;
        return rest;
      },
    }),
  },
  {
    name: "uses a client ID other than the device ID",
    fails: ["connect-identity"],
    tamper: () => ({
      fromChair: (packet) => (packet.cmd === "connect" ? { ...packet, clientId: "board-7" } : packet),
    }),
  },
  {
    name: "announces no keep-alive",
    fails: ["connect-keepalive"],
    tamper: () => ({
      fromChair: (packet) => (packet.cmd === "connect" ? { ...packet, keepalive: 0 } : packet),
    }),
  },
  {
    name: "subscribes with QoS 0",
    fails: ["subscriptions"],
    tamper: () => ({
      fromChair: (packet) =>
        packet.cmd === "subscribe"
          ? { ...packet, subscriptions: packet.subscriptions.map((one) => ({ ...one, qos: 0 as const })) }
          : packet,
    }),
  },
  {
    name: "does not retain its state",
    fails: ["retained-state"],
    tamper: () => onPublish("state", (packet) => ({ ...packet, retain: false })),
  },
  {
    name: "reports a signal strength that is not in dBm",
    fails: ["signal"],
    tamper: () => ({
      fromChair: onTopic("state", (payload) => (payload.online ? { ...payload, signal: 99 } : payload)),
    }),
  },
  {
    name: "replies with QoS 0",
    fails: ["qos"],
    tamper: () => onPublish("reply", (packet) => ({ ...packet, qos: 0 })),
  },
];

export const violations: readonly Violation[] = [
  ...connectionViolations,
  ...commandViolations,
  ...eventViolations,
];
