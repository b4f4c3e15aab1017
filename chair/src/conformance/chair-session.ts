import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ChairEvent,
  ChairReply,
  ChairState,
  chairTopic,
  omitInvalidSignal,
  type PayloadOf,
  parseChairTopic,
  type UpTopic,
} from "@reposo/contract/devices/chair-topics.ts";
import { Compile } from "typebox/compile";
import { CheckFailure } from "./check-failure.ts";
import type { ConformanceBroker, SentPacket } from "./conformance-broker.ts";

/** How long a run waits, in milliseconds unless stated otherwise. */
export interface ConformanceTiming {
  /** For a reply, a state, or the event of what just happened. */
  readonly answerMs: number;
  /** For a chair that lost its connection or its power. */
  readonly returnMs: number;
  /** For an event without a receipt to be sent again. */
  readonly resendMs: number;
  /** A message that does not arrive within this time counts as not sent. */
  readonly quietMs: number;
  /** Seconds of a run that is to end by itself. */
  readonly shortRunSeconds: number;
  /** For the periodic state of a run; 0 skips the check. */
  readonly stateIntervalMs: number;
}

export const defaultTiming: ConformanceTiming = {
  answerMs: 10_000,
  returnMs: 120_000,
  resendMs: 120_000,
  quietMs: 3_000,
  shortRunSeconds: 15,
  stateIntervalMs: 75_000,
};

type Command = PayloadOf<"command">;
export type Reply = PayloadOf<"reply">;
export type Event = PayloadOf<"event">;
export type OnlineState = Extract<PayloadOf<"state">, { online: true }>;

/** A message to or from the chair, as the report shows it. */
export interface TranscriptEntry {
  readonly at: string;
  readonly direction: "fromChair" | "toChair";
  readonly topic: string;
  readonly payload: string;
}

/** What the server does in the protocol, one step at a time. */
export interface ChairSession {
  readonly deviceId: string;
  readonly timing: ConformanceTiming;
  readonly broker: ConformanceBroker;
  readonly transcript: readonly TranscriptEntry[];
  /** Milliseconds that are added to every `serverTime` from now on. */
  setServerClock(aheadMs: number): void;
  /** @throws CheckFailure where no reply to it arrives in time */
  request(type: Command["type"], fields?: Partial<Command>): Promise<Reply>;
  /** Sends a command as it is, again or invalid. */
  send(command: object): Promise<void>;
  newCommand(type: Command["type"], fields?: Partial<Command>): Command;
  /** Each event once, in the order of its first arrival. */
  events(): readonly Event[];
  /** How often an event arrived. */
  arrivals(event: Pick<Event, "epoch" | "seq">): number;
  state(): OnlineState | null;
  replies(): readonly Reply[];
  /** Switches receipts for arriving events on or off. Switching them on also confirms all earlier events. */
  setReceipts(isOn: boolean): Promise<void>;
  /** @throws CheckFailure naming what did not happen */
  waitFor<T>(find: () => T | undefined | null | false, what: string, withinMs?: number): Promise<T>;
  pause(ms: number): Promise<void>;
  /** Ends the run, if there is one, and waits until the chair is idle. */
  becomeIdle(): Promise<void>;
  close(): void;
}

const validators = { state: Compile(ChairState), reply: Compile(ChairReply), event: Compile(ChairEvent) };

/** The payload of a valid message on one of the chair's own topics. */
export function readMessage<T extends UpTopic>(packet: SentPacket, deviceId: string, topic: T) {
  const parsed = parseChairTopic(packet.topic);
  if (parsed?.deviceId !== deviceId || parsed.topic !== topic) return null;
  try {
    const sent: unknown = JSON.parse(packet.payload.toString());
    const payload = topic === "state" ? omitInvalidSignal(sent) : sent;
    return validators[topic].Check(payload) ? (payload as PayloadOf<T>) : null;
  } catch {
    return null;
  }
}

export function openChairSession(
  broker: ConformanceBroker,
  deviceId: string,
  timing: ConformanceTiming,
): ChairSession {
  const transcript: TranscriptEntry[] = [];
  let taken = 0;
  let aheadMs = 0;
  let hasReceipts = true;
  const packets: SentPacket[] = [];
  const messages = <T extends UpTopic>(topic: T): PayloadOf<T>[] =>
    packets.flatMap((packet) => readMessage(packet, deviceId, topic) ?? []);

  const collect = () => {
    const all = broker.connections.flatMap(({ published }) => published);
    for (const packet of all.slice(taken)) {
      packets.push(packet);
      const at = new Date(packet.atMs).toISOString();
      transcript.push({
        at,
        direction: "fromChair",
        topic: packet.topic,
        payload: packet.payload.toString(),
      });
      const event = readMessage(packet, deviceId, "event");
      if (event !== null && hasReceipts) void confirm(event);
    }
    taken = all.length;
  };
  const publish = async (topic: "command" | "receipt", payload: object) => {
    const text = JSON.stringify(payload);
    const name = chairTopic(deviceId, topic);
    transcript.push({ at: new Date().toISOString(), direction: "toChair", topic: name, payload: text });
    await broker.publish(name, text);
  };
  const confirm = ({ epoch, seq }: Event) => publish("receipt", { epoch, upTo: seq });
  const unsubscribe = broker.onChange(collect);

  const waitFor: ChairSession["waitFor"] = (find, what, withinMs = timing.answerMs) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = find();
        if (found === undefined || found === null || found === false) return;
        finish();
        resolve(found);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new CheckFailure(`${what} did not arrive within ${withinMs / 1000} s`));
      }, withinMs);
      const stopListening = broker.onChange(check);
      const finish = () => {
        clearTimeout(timer);
        stopListening();
      };
      check();
    });

  const newCommand: ChairSession["newCommand"] = (type, fields = {}) => ({
    commandId: randomUUID(),
    type,
    notAfter: new Date(Date.now() + aheadMs + 20_000).toISOString(),
    serverTime: new Date(Date.now() + aheadMs).toISOString(),
    ...fields,
  });
  const send = (command: object) => publish("command", command);
  const request: ChairSession["request"] = async (type, fields) => {
    const command = newCommand(type, fields);
    const before = messages("reply").length;
    await send(command);
    return waitFor(
      () =>
        messages("reply")
          .slice(before)
          .find(({ commandId }) => commandId === command.commandId),
      `the reply to ${type}`,
    );
  };
  const state = () => messages("state").findLast((one): one is OnlineState => one.online) ?? null;
  const events = () => {
    const first = new Map<string, Event>();
    for (const event of messages("event")) {
      const key = `${event.epoch} ${event.seq}`;
      if (!first.has(key)) first.set(key, event);
    }
    return [...first.values()];
  };

  return {
    deviceId,
    timing,
    broker,
    transcript,
    setServerClock(ms) {
      aheadMs = ms;
    },
    request,
    send,
    newCommand,
    events,
    arrivals: ({ epoch, seq }) =>
      messages("event").filter((event) => event.epoch === epoch && event.seq === seq).length,
    state,
    replies: () => messages("reply"),
    async setReceipts(isOn) {
      hasReceipts = isOn;
      const sent = messages("event");
      const epoch = sent.at(-1)?.epoch;
      const newest = sent.filter((event) => event.epoch === epoch).sort((a, b) => b.seq - a.seq)[0];
      if (isOn && newest !== undefined) await confirm(newest);
    },
    waitFor,
    pause: (ms) => sleep(ms),
    async becomeIdle() {
      const { running } = await request("report");
      if (running === null) return;
      await request("stop");
      await waitFor(() => state()?.running === null, "a state without a run");
    },
    close: unsubscribe,
  };
}
