import type { PayloadOf, UpTopic } from "@reposo/contract/chair-topics.ts";
import type { IPublishPacket, Packet } from "mqtt-packet";
import type { Tamper } from "./tampered-line.ts";

/** A chair that breaks one sentence of the protocol, and the checks that must fail for it: these and no other. */
export interface Violation {
  readonly name: string;
  readonly fails: readonly string[];
  tamper(): Tamper;
}

type Change<T extends UpTopic> = (payload: PayloadOf<T>) => PayloadOf<T> | null;

/** Changes the chair's messages on one topic; null leaves the message out. */
const onTopic =
  <T extends UpTopic>(topic: T, change: Change<T>) =>
  (packet: Packet): Packet | null => {
    if (packet.cmd !== "publish" || !packet.topic.endsWith(`/${topic}`)) return packet;
    const payload = change(JSON.parse(packet.payload.toString()) as PayloadOf<T>);
    return payload === null ? null : { ...packet, payload: JSON.stringify(payload) };
  };

const onEvents = (change: Change<"event">): Tamper => ({ fromChair: onTopic("event", change) });

/** Replies to one type of command. */
function onRepliesTo(type: PayloadOf<"command">["type"], change: Change<"reply">): Tamper {
  const sent = new Set<string>();
  return {
    toChair(packet) {
      if (packet.cmd === "publish" && packet.topic.endsWith("/command")) {
        const text = packet.payload.toString();
        const command = isJson(text) ? (JSON.parse(text) as Partial<PayloadOf<"command">> | null) : null;
        if (command?.type === type && command.commandId !== undefined) sent.add(command.commandId);
      }
      return packet;
    },
    fromChair: onTopic("reply", (reply) => (sent.has(reply.commandId) ? change(reply) : reply)),
  };
}

const onPublish = (topic: UpTopic, change: (packet: IPublishPacket) => Packet): Tamper => ({
  fromChair: (packet) =>
    packet.cmd === "publish" && packet.topic.endsWith(`/${topic}`) ? change(packet) : packet,
});

const receiptsChanged =
  (change: (receipt: PayloadOf<"receipt">) => PayloadOf<"receipt">) => (packet: Packet) => {
    if (packet.cmd !== "publish" || !packet.topic.endsWith("/receipt")) return packet;
    const receipt = JSON.parse(packet.payload.toString()) as PayloadOf<"receipt">;
    return { ...packet, payload: JSON.stringify(change(receipt)) };
  };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const violations: readonly Violation[] = [
  {
    name: "leaves no last will",
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
    name: "uses a client ID of its own",
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
    name: "replies with QoS 0",
    fails: ["qos"],
    tamper: () => onPublish("reply", (packet) => ({ ...packet, qos: 0 })),
  },
  {
    name: "does not answer identify",
    fails: ["identify"],
    tamper: () => onRepliesTo("identify", () => null),
  },
  {
    name: "starts an order a second time",
    fails: ["start-repeated", "order-survives-power-cut"],
    tamper: () =>
      onRepliesTo("start", (reply) =>
        reply.outcome === "duplicate" ? { ...reply, outcome: "done" } : reply,
      ),
  },
  {
    name: "accepts another order while one runs",
    fails: ["start-while-running"],
    tamper: () =>
      onRepliesTo("start", (reply) => (reply.reason === "busy" ? { ...reply, outcome: "done" } : reply)),
  },
  {
    name: "carries out expired starts",
    fails: ["expired-command"],
    tamper: () =>
      onRepliesTo("start", (reply) => (reply.outcome === "expired" ? { ...reply, outcome: "done" } : reply)),
  },
  {
    name: "ignores the seconds of an extension",
    fails: ["extend"],
    tamper: () =>
      onRepliesTo("extend", (reply) => {
        if (reply.running === null) return reply;
        return { ...reply, running: { ...reply.running, totalSeconds: 300 } };
      }),
  },
  {
    name: "gives no reason for the end of a run",
    fails: ["stop"],
    tamper: () =>
      onEvents(({ reason, ...event }) =>
        reason === "command" ? event : { ...event, ...(reason && { reason }) },
      ),
  },
  {
    name: "reports a run that ended by itself as 0 seconds",
    fails: ["finish"],
    tamper: () => onEvents((event) => (event.type === "finished" ? { ...event, seconds: 0 } : event)),
  },
  {
    name: "keeps the wrong time",
    fails: ["clock"],
    tamper: () => onEvents((event) => ({ ...event, at: "2000-01-01T00:00:00.000Z" })),
  },
  {
    name: "sends each event once",
    fails: ["event-resent", "event-survives-power-cut"],
    tamper() {
      const sent = new Set<number>();
      return onEvents((event) => {
        if (sent.has(event.seq)) return null;
        sent.add(event.seq);
        return event;
      });
    },
  },
  {
    name: "skips a number of its events",
    fails: ["event-sequence"],
    tamper: () => ({
      ...onEvents((event) => ({ ...event, seq: event.seq < 5 ? event.seq : event.seq + 1 })),
      toChair: receiptsChanged(({ epoch, upTo }) => ({ epoch, upTo: upTo < 5 ? upTo : upTo - 1 })),
    }),
  },
  {
    name: "begins an epoch at each power cut",
    fails: ["event-survives-power-cut", "event-sequence"],
    tamper() {
      let bootId = "";
      let boots = 0;
      const current = (epoch: string) => `${epoch}.${boots}`;
      const state = onTopic("state", (payload) => {
        if (!payload.online) return payload;
        if (payload.bootId !== bootId) boots += 1;
        bootId = payload.bootId;
        return { ...payload, epoch: current(payload.epoch) };
      });
      const event = onTopic("event", (payload) => ({ ...payload, epoch: current(payload.epoch) }));
      return {
        fromChair: (packet) => {
          const changed = state(packet);
          return changed && event(changed);
        },
        toChair: receiptsChanged(({ epoch, upTo }) => ({ epoch: epoch.replace(/\.\d+$/, ""), upTo })),
      };
    },
  },
  {
    name: "reports a power cut as the stop button",
    fails: ["power-cut"],
    tamper: () =>
      onEvents((event) => (event.reason === "powerLoss" ? { ...event, reason: "button" } : event)),
  },
  {
    name: "miscounts its coins",
    fails: ["coin-counter"],
    tamper: () =>
      onEvents((event) =>
        event.counterAfter === undefined ? event : { ...event, counterAfter: event.counterAfter + 1 },
      ),
  },
];
