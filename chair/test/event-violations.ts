import { type Violation, onTopic, onEvents, onRepliesTo, receiptsChanged } from "./message-changes.ts";

export const eventViolations: readonly Violation[] = [
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
    name: "reports events with a wrong time",
    fails: ["clock"],
    tamper: () => onEvents((event) => ({ ...event, at: "2000-01-01T00:00:00.000Z" })),
  },
  {
    name: "sends each event once",
    fails: ["event-resent", "event-pause", "event-survives-power-cut"],
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
    name: "ignores a pause",
    fails: ["event-pause"],
    tamper: () => ({ toChair: receiptsChanged(({ epoch, upTo }) => ({ epoch, upTo })) }),
  },
  {
    name: "skips a number of its events",
    fails: ["event-sequence"],
    tamper: () => ({
      ...onEvents((event) => ({ ...event, seq: event.seq < 5 ? event.seq : event.seq + 1 })),
      toChair: receiptsChanged((receipt) => ({
        ...receipt,
        upTo: receipt.upTo < 5 ? receipt.upTo : receipt.upTo - 1,
      })),
    }),
  },
  {
    name: "begins a new epoch after each power cut",
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
        toChair: receiptsChanged((receipt) => ({ ...receipt, epoch: receipt.epoch.replace(/\.\d+$/, "") })),
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
  {
    name: "deletes events after a receipt of another epoch",
    fails: ["event-resent"],
    tamper() {
      let epoch = "";
      return {
        fromChair: onTopic("state", (state) => {
          if (state.online) ({ epoch } = state);
          return state;
        }),
        toChair: receiptsChanged((receipt) => ({ ...receipt, epoch })),
      };
    },
  },
  {
    name: "sends events in a different order than their numbers",
    fails: ["event-sequence"],
    tamper: () => ({
      ...onEvents((event) => ({ ...event, seq: swapped(event.seq) })),
      toChair: receiptsChanged((receipt) => ({ ...receipt, upTo: swapped(receipt.upTo) })),
    }),
  },
  {
    name: "changes an event when it resends the event",
    fails: ["event-unchanged"],
    tamper() {
      const sent = new Set<number>();
      return onEvents((event) => {
        if (sent.has(event.seq)) return { ...event, gear: 9 };
        sent.add(event.seq);
        return event;
      });
    },
  },
  {
    name: "adds no time for a further coin",
    fails: ["coin-adds-time"],
    tamper: () =>
      onRepliesTo("report", (reply) =>
        reply.running?.runId === undefined
          ? reply
          : { ...reply, running: { ...reply.running, totalSeconds: 60 } },
      ),
  },
  {
    name: "adds the time of a coin to the run of an order",
    fails: ["coin-while-order-runs"],
    tamper: () =>
      onRepliesTo("report", (reply) =>
        reply.running?.orderId === undefined
          ? reply
          : { ...reply, running: { ...reply.running, totalSeconds: 360 } },
      ),
  },
  {
    name: "reports a coin inserted while disconnected with a run ID other than that of its run",
    fails: ["coin-while-disconnected"],
    tamper() {
      let isNewConnection = false;
      const changed = new Set<number>();
      const events = onTopic("event", (event) => {
        if (isNewConnection && event.type === "coin") changed.add(event.seq);
        return changed.has(event.seq) ? { ...event, runId: "another" } : event;
      });
      return {
        fromChair(packet) {
          if (packet.cmd === "connect") isNewConnection = true;
          return events(packet);
        },
        toChair(packet) {
          if (packet.cmd === "publish" && packet.topic.endsWith("/command")) isNewConnection = false;
          return packet;
        },
      };
    },
  },
  {
    name: "loses its configuration in a power cut",
    fails: ["memory-survives-power-cut"],
    tamper() {
      const boots = new Set<string>();
      return {
        fromChair: onTopic("state", (state) => {
          if (!state.online || state.configuration === undefined) return state;
          boots.add(state.bootId);
          if (boots.size === 1) return state;
          return { ...state, configuration: { ...state.configuration, volume: boots.size } };
        }),
      };
    },
  },
];

const swapped = (seq: number): number => (seq === 1 ? 2 : seq === 2 ? 1 : seq);
