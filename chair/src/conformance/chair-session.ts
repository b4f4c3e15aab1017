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

/** Time limits of a conformance run, in milliseconds unless stated otherwise. */
export interface ConformanceTiming {
  /** Time within which a reply must arrive, or a state or event after its cause. */
  readonly answerMs: number;
  /** Time within which a chair must reconnect after it has lost its connection or its power. */
  readonly returnMs: number;
  /** Time within which a chair must resend an event without a receipt. */
  readonly resendMs: number;
  /** A message that does not arrive within this time counts as not sent. */
  readonly quietMs: number;
  /** Duration of a massage that ends by itself, in seconds. */
  readonly shortRunSeconds: number;
  /** Time within which the chair must publish its state again during a massage; 0 skips the check. */
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

/** A message to or from the chair, as the report contains it. */
export interface TranscriptEntry {
  readonly at: string;
  readonly direction: "fromChair" | "toChair";
  readonly topic: string;
  readonly payload: string;
}

const validators = { state: Compile(ChairState), reply: Compile(ChairReply), event: Compile(ChairEvent) };

/** Returns the payload of the packet; null unless the packet is a valid message on this topic of the chair. */
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

/** Records the messages of the chair, and confirms its events until receipts are switched off. */
export function openChairSession(broker: ConformanceBroker, deviceId: string, timing: ConformanceTiming) {
  const transcript: TranscriptEntry[] = [];
  let collectedCount = 0;
  let aheadMs = 0;
  let hasReceipts = true;
  const packets: SentPacket[] = [];
  const messages = <T extends UpTopic>(topic: T): PayloadOf<T>[] =>
    packets.flatMap((packet) => readMessage(packet, deviceId, topic) ?? []);

  const collect = () => {
    const all = broker.connections.flatMap(({ published }) => published);
    for (const packet of all.slice(collectedCount)) {
      packets.push(packet);
      const at = new Date(packet.atMs).toISOString();
      transcript.push({
        at,
        direction: "fromChair",
        topic: packet.topic,
        payload: packet.payload.toString(),
      });
      const event = readMessage(packet, deviceId, "event");
      // A receipt that cannot be sent is missing in the transcript's next checks, which then fail.
      if (event !== null && hasReceipts) confirm(event).catch(() => {});
    }
    collectedCount = all.length;
  };
  const publish = async (topic: "command" | "receipt", payload: object) => {
    const text = JSON.stringify(payload);
    const name = chairTopic(deviceId, topic);
    transcript.push({ at: new Date().toISOString(), direction: "toChair", topic: name, payload: text });
    await broker.publish(name, text);
  };
  const confirm = ({ epoch, seq }: Event) => publish("receipt", { epoch, upTo: seq });
  const unsubscribe = broker.onChange(collect);

  const waitFor = <T>(
    find: () => T | undefined | null | false,
    what: string,
    withinMs = timing.answerMs,
  ): Promise<T> =>
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

  const newCommand = (type: Command["type"], fields: Partial<Command> = {}): Command => ({
    commandId: randomUUID(),
    type,
    notAfter: new Date(Date.now() + aheadMs + 20_000).toISOString(),
    serverTime: new Date(Date.now() + aheadMs).toISOString(),
    ...fields,
  });
  const send = (command: object) => publish("command", command);
  const execute = async (command: Command) => {
    const before = messages("reply").length;
    await send(command);
    return waitFor(
      () =>
        messages("reply")
          .slice(before)
          .find(({ commandId }) => commandId === command.commandId),
      `the reply to ${command.type}`,
    );
  };
  const request = (type: Command["type"], fields?: Partial<Command>) => execute(newCommand(type, fields));
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
    /** Shifts `serverTime` and `notAfter` of later commands from this computer's clock, into the future if positive. */
    setServerClock(ms: number) {
      aheadMs = ms;
    },
    /**
     * Sends a new command and returns its reply.
     * @throws CheckFailure if the reply does not arrive in time
     */
    request,
    /** Publishes the object unchanged, so that a check can repeat a command or send an invalid one. */
    send,
    newCommand,
    /**
     * Sends the command, which may have been sent before, and returns the next reply to it.
     * @throws CheckFailure if the reply does not arrive in time
     */
    execute,
    /** Returns every valid event once, in the order of first arrivals. */
    events,
    /** Returns how often the event has arrived. */
    arrivals: ({ epoch, seq }: Pick<Event, "epoch" | "seq">) =>
      messages("event").filter((event) => event.epoch === epoch && event.seq === seq).length,
    /** Returns the last valid state with `online: true`; null before the first one. */
    state,
    replies: () => messages("reply"),
    /**
     * Switches receipts for arriving events on or off. Switching receipts on also confirms all earlier events of the
     * current epoch.
     */
    async setReceipts(isOn: boolean) {
      hasReceipts = isOn;
      const sent = messages("event");
      const epoch = sent.at(-1)?.epoch;
      const newest = sent.filter((event) => event.epoch === epoch).sort((a, b) => b.seq - a.seq)[0];
      if (isOn && newest !== undefined) await confirm(newest);
    },
    /**
     * Calls `find` now and after each change of the broker, and resolves with the first value that is not undefined,
     * null, or false.
     * @throws CheckFailure if `find` returns no such value in time; the message names `what`
     */
    waitFor,
    pause: (ms: number) => sleep(ms),
    /**
     * Ends the run, if there is one, and waits until the chair is idle.
     * @throws CheckFailure if the chair does not become idle in time
     */
    async becomeIdle() {
      const { running } = await request("report");
      if (running === null) return;
      await request("stop");
      await waitFor(() => state()?.running === null, "a state without a run");
    },
    close: unsubscribe,
  };
}

/** The server's side of the protocol, whose steps the checks control one by one. */
export type ChairSession = ReturnType<typeof openChairSession>;
