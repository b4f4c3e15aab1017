import {
  ChairCommand,
  chairTopic,
  isSignal,
  maxChairMessageBytes,
  type PayloadOf,
  maxSignalDbm,
  type UpTopic,
  minSignalDbm,
} from "@reposo/contract/devices/chair-topics.ts";
import { Compile } from "typebox/compile";
import type { SectionCheck } from "#conformance/conformance-check.ts";
import type { SentPacket } from "#conformance/conformance-broker.ts";
import { CheckSkipped, expectThat } from "#conformance/check-failure.ts";
import { type ChairSession, readMessage } from "#conformance/chair-session.ts";

const upTopics = ["state", "reply", "event"] as const satisfies readonly UpTopic[];

const packetsOf = ({ broker }: ChairSession) => broker.connections.flatMap(({ published }) => published);

/** Returns a list with the signal of a state message, valid or not; an empty list if the packet contains no signal. */
function signalIn({ topic, payload }: SentPacket, deviceId: string): unknown[] {
  if (topic !== chairTopic(deviceId, "state")) return [];
  try {
    const state: unknown = JSON.parse(payload.toString());
    return state !== null && typeof state === "object" && "signal" in state ? [state.signal] : [];
  } catch {
    return [];
  }
}

const commandValidator = Compile(ChairCommand);

/**
 * Parses a command. Returns null for messages that a chair may ignore: text that is no valid command, and a start
 * without order, gear, or seconds.
 */
function readCommand(payload: string): PayloadOf<"command"> | null {
  try {
    const command: unknown = JSON.parse(payload);
    if (!commandValidator.Check(command)) return null;
    const { type, orderId, gear, seconds } = command;
    const isComplete =
      type !== "start" || (orderId !== undefined && gear !== undefined && seconds !== undefined);
    return isComplete ? command : null;
  } catch {
    return null;
  }
}

export const messageChecks: readonly SectionCheck[] = [
  {
    id: "own-topics",
    title: "Publishes only on its own state, reply, and event topics",
    async run({ session }) {
      const own = upTopics.map((topic) => chairTopic(session.deviceId, topic));
      for (const { topic } of packetsOf(session))
        expectThat(own.includes(topic), `the chair published on ${topic}`);
    },
  },
  {
    id: "valid-payloads",
    title: `Sends JSON that follows the contract, of at most ${maxChairMessageBytes} bytes`,
    async run({ session }) {
      for (const packet of packetsOf(session)) {
        const { topic, payload } = packet;
        expectThat(
          payload.length <= maxChairMessageBytes,
          `a message on ${topic} has ${payload.length} bytes`,
        );
        const isValid = upTopics.some((one) => readMessage(packet, session.deviceId, one) !== null);
        expectThat(isValid || !topic.startsWith("chairs/"), `invalid on ${topic}: ${payload.toString()}`);
      }
    },
  },
  {
    id: "signal",
    title: `Reports its signal strength, if at all, in whole dBm from ${minSignalDbm} to ${maxSignalDbm}`,
    async run({ session }) {
      const signals = packetsOf(session).flatMap((packet) => signalIn(packet, session.deviceId));
      if (signals.length === 0) throw new CheckSkipped("the chair reports no signal strength");
      for (const signal of signals)
        expectThat(isSignal(signal), `the chair reported a signal of ${JSON.stringify(signal)}`);
    },
  },
  {
    id: "qos",
    title: "Publishes with QoS 1",
    async run({ session }) {
      for (const { topic, qos } of packetsOf(session))
        expectThat(qos === 1, `${topic} was sent with QoS ${qos}`);
    },
  },
  {
    id: "retained-state",
    title: "Publishes its state retained, and nothing else",
    async run({ session }) {
      const state = chairTopic(session.deviceId, "state");
      for (const { topic, retain } of packetsOf(session))
        expectThat(retain === (topic === state), `${topic} was ${retain ? "" : "not "}retained`);
    },
  },
];

export const sentEventChecks: readonly SectionCheck[] = [
  {
    id: "event-sequence",
    title: "Numbers its events without a gap, sends them in order, and keeps its epoch",
    async run({ session }) {
      const events = session.events();
      expectThat(events.length > 0, "the chair sent no event");
      const [first] = events;
      for (const { epoch } of events)
        expectThat(epoch === first?.epoch, `the epoch changed from ${first?.epoch} to ${epoch}`);
      for (const [index, { seq }] of events.entries())
        expectThat(
          seq > (events[index - 1]?.seq ?? 0),
          `event ${seq} was sent after event ${events[index - 1]?.seq}`,
        );
      const numbers = events.map(({ seq }) => seq).sort((a, b) => a - b);
      for (const [index, seq] of numbers.entries())
        expectThat(seq === (numbers[0] ?? 0) + index, `event ${(numbers[0] ?? 0) + index} is missing`);
    },
  },
  {
    id: "event-unchanged",
    title: "Repeats an event unchanged",
    async run({ session }) {
      const first = new Map<string, string>();
      for (const packet of packetsOf(session)) {
        const event = readMessage(packet, session.deviceId, "event");
        if (event === null) continue;
        const key = `${event.epoch} ${event.seq}`;
        const text = packet.payload.toString();
        expectThat(
          first.get(key) === undefined || first.get(key) === text,
          `the event was repeated as ${text}`,
        );
        first.set(key, text);
      }
    },
  },
];

export const sentReplyChecks: readonly SectionCheck[] = [
  {
    id: "reply-once",
    title: "Replies once to each command that was sent, and to no other",
    async run({ session }) {
      const topic = chairTopic(session.deviceId, "command");
      const sent = session.transcript.filter((entry) => entry.topic === topic);
      const replies = session.replies();
      const repliesTo = (id: string) => replies.filter(({ commandId }) => commandId === id).length;
      for (const { commandId } of replies) {
        const times = sent.filter(({ payload }) => payload.includes(`"commandId":"${commandId}"`)).length;
        const count = repliesTo(commandId);
        expectThat(count <= times, `${count} replies to ${commandId}, which was sent ${times} times`);
      }
      const commands = sent.flatMap(({ payload }) => readCommand(payload) ?? []);
      for (const { commandId, type } of commands) {
        const times = commands.filter((command) => command.commandId === commandId).length;
        const count = repliesTo(commandId);
        expectThat(
          count === times,
          `${count} replies to the ${type} ${commandId}, which was sent ${times} times`,
        );
      }
    },
  },
];
