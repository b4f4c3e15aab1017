import { type Violation, onCommands, onRepliesTo } from "./message-changes.ts";

export const commandViolations: readonly Violation[] = [
  {
    name: "does not reply to identify",
    fails: ["identify", "reply-once"],
    tamper: () => onRepliesTo("identify", () => null),
  },
  {
    name: "starts an order a second time",
    fails: ["command-repeated", "start-repeated", "order-survives-power-cut"],
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
    name: "executes expired starts",
    fails: ["expired-command", "delayed-command", "start-after-expired"],
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
    name: "compares the deadline of a delayed command only with the command's server time",
    fails: ["delayed-command"],
    tamper: () => ({
      toChair: onCommands("start", (command) =>
        Date.parse(command.serverTime) < Date.now() - 60_000
          ? { ...command, notAfter: "2999-01-01T00:00:00.000Z" }
          : command,
      ),
    }),
  },
  {
    name: "refuses a repeated start instead of replying duplicate",
    fails: ["command-repeated"],
    tamper() {
      const answered = new Set<string>();
      return onRepliesTo("start", (reply) => {
        if (answered.has(reply.commandId)) return { ...reply, outcome: "refused" };
        answered.add(reply.commandId);
        return reply;
      });
    },
  },
  {
    name: "publishes no state after a report during a run",
    fails: ["report-while-running"],
    tamper() {
      let isReported = false;
      const replies = onRepliesTo("report", (reply) => {
        isReported = reply.running !== null;
        return reply;
      });
      return {
        ...replies,
        fromChair(packet) {
          if (packet.cmd === "publish" && packet.topic.endsWith("/state") && isReported) {
            isReported = false;
            return null;
          }
          return replies.fromChair?.(packet) ?? packet;
        },
      };
    },
  },
  {
    name: "replaces its whole configuration",
    fails: ["configure-partly"],
    tamper: () => ({
      toChair: onCommands("configure", ({ configuration, ...command }) =>
        configuration === undefined
          ? command
          : { ...command, configuration: { pulseValue: 1, ...configuration } },
      ),
    }),
  },
  {
    name: "refuses a stop without an order",
    fails: ["stop-any"],
    tamper() {
      const withoutOrder = new Set<string>();
      const replies = onRepliesTo("stop", (reply) =>
        withoutOrder.has(reply.commandId) ? { ...reply, outcome: "refused" } : reply,
      );
      const saveReply = onCommands("stop", (command) => {
        if (command.orderId === undefined) withoutOrder.add(command.commandId);
        return command;
      });
      return { ...replies, toChair: (packet) => saveReply(replies.toChair?.(packet) ?? packet) };
    },
  },
  {
    name: "replies twice to identify",
    fails: ["reply-once"],
    tamper() {
      let identified = "";
      const replies = onRepliesTo("identify", (reply) => {
        identified = reply.commandId;
        return reply;
      });
      return {
        ...replies,
        fromChair(packet) {
          replies.fromChair?.(packet);
          const isIdentified =
            packet.cmd === "publish" && identified !== "" && packet.payload.toString().includes(identified);
          return isIdentified ? [packet, packet] : packet;
        },
      };
    },
  },
];
