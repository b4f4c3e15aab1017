import {
  ChairCommand,
  ChairEvent,
  ChairReceipt,
  ChairReply,
  ChairState,
  type DownTopic,
  maxChairMessageBytes,
  omitInvalidSignal,
  type PayloadOf,
  parseChairTopic,
  type UpTopic,
} from "@reposo/contract/devices/chair-topics.ts";
import { Compile } from "typebox/compile";

const up = { state: Compile(ChairState), reply: Compile(ChairReply), event: Compile(ChairEvent) };
const down = { command: Compile(ChairCommand), receipt: Compile(ChairReceipt) };

export type ChairMessage = {
  [T in UpTopic]: { deviceId: string; topic: T; payload: PayloadOf<T> };
}[UpTopic] & {
  /** Set only with an external broker, for a state that it stored before the server subscribed. */
  readonly isRetained?: true;
};
export type ReadMessage =
  | { readonly kind: "message"; readonly message: ChairMessage }
  | { readonly kind: "invalid"; readonly deviceId: string | null; readonly problem: string };

/** Validates a message from a chair against the contract. Removes an invalid signal strength from a state. */
export function readChairMessage(topicName: string, bytes: Buffer, isRetained: boolean): ReadMessage {
  const parsed = parseChairTopic(topicName);
  if (parsed === null || parsed.topic === "command" || parsed.topic === "receipt") {
    return { kind: "invalid", deviceId: null, problem: "not a topic that chairs publish on" };
  }
  const { deviceId, topic } = parsed;
  const invalid = (problem: string): ReadMessage => ({ kind: "invalid", deviceId, problem });
  // An external broker may store a retained reply or event and deliver it again at every connection of a server.
  if (isRetained && topic !== "state") return invalid("retained");
  if (bytes.length > maxChairMessageBytes) return invalid(`${bytes.length} bytes`);
  const text = bytes.toString("utf8");
  const parsedPayload = parseJson(text);
  if (parsedPayload === undefined) return invalid("not JSON");
  const payload = topic === "state" ? omitInvalidSignal(parsedPayload) : parsedPayload;
  // In valid UTF-8 JSON, text that the database cannot store is always an escape sequence, so messages without escape
  // sequences are not searched.
  if (text.includes("\\u") && containsUnstorableText(payload))
    return invalid("text that the database cannot store");
  if (!up[topic].Check(payload)) return invalid(firstProblem(topic, payload));
  const message = { deviceId, topic, payload, ...(isRetained && { isRetained }) } as ChairMessage;
  return { kind: "message", message };
}

/**
 * Validates and encodes a message to a chair.
 * @throws Error if the message violates the contract or is too large, which is a defect of the server
 */
export function writeChairMessage<T extends DownTopic>(topic: T, payload: PayloadOf<T>): Buffer {
  if (!down[topic].Check(payload)) throw new Error(`a ${topic} violates the contract`);
  const bytes = Buffer.from(JSON.stringify(payload));
  if (bytes.length > maxChairMessageBytes)
    throw new Error(`a ${topic} of ${bytes.length} bytes is too large`);
  return bytes;
}

function firstProblem(topic: UpTopic, payload: unknown): string {
  const [error] = up[topic].Errors(payload);
  return error === undefined ? "invalid" : `${error.instancePath || "payload"} ${error.message}`;
}

/**
 * Detects NUL and lone surrogates, which PostgreSQL cannot store: every attempt to store them would fail. Also matches
 * text that looks like their escape sequences, which no chair sends.
 */
const containsUnstorableText = (payload: unknown): boolean =>
  /\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(payload));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Messages of one chair that are processed together. The chair sent them in the order reply, state, events. */
export interface ChairMessageBatch {
  readonly reply?: PayloadOf<"reply">;
  readonly state?: PayloadOf<"state">;
  /** Set if the state is retained (`ChairMessage.isRetained`), and may therefore be outdated. */
  readonly isStateRetained?: true;
  /** Several events only if they are consecutive, and each is a coin or an event of a run that coins started. */
  readonly events?: readonly PayloadOf<"event">[];
}

const topicOrder = { reply: 0, state: 1, event: 2 } as const;

/** Limits the events of one chair in a transaction, which stores the messages of many chairs. */
const maxEvents = 32;

/**
 * Returns how many of the first messages form a batch. A chair that starts or ends a massage sends a reply, a state,
 * and an event in quick succession, so these form one batch. A chair that reconnects after an outage sends all coins of
 * that time, so a batch may continue with consecutive coins and events of runs that coins started.
 */
export function batchSize(messages: readonly ChairMessage[]): number {
  let count = 1;
  while (count < messages.length && orderOf(messages[count]) > orderOf(messages[count - 1])) count += 1;
  for (
    let events = 1;
    events < maxEvents && areConsecutive(messages[count - 1], messages[count]);
    events += 1
  )
    count += 1;
  return count;
}

const orderOf = (message: ChairMessage | undefined): number => (message ? topicOrder[message.topic] : -1);

function areConsecutive(first: ChairMessage | undefined, second: ChairMessage | undefined): boolean {
  if (first?.topic !== "event" || second?.topic !== "event") return false;
  const [before, after] = [first.payload, second.payload];
  return (
    isOfCoinRun(before) && isOfCoinRun(after) && before.epoch === after.epoch && before.seq + 1 === after.seq
  );
}

const isOfCoinRun = ({ type, orderId, runId }: PayloadOf<"event">): boolean =>
  type === "coin" || (orderId === undefined && runId !== undefined && type !== "fault" && type !== "cleared");

export function toBatch(messages: readonly ChairMessage[]): ChairMessageBatch {
  const batch: { -readonly [K in keyof ChairMessageBatch]: ChairMessageBatch[K] } = {};
  const events: PayloadOf<"event">[] = [];
  for (const message of messages) {
    if (message.topic === "event") events.push(message.payload);
    else if (message.topic === "state") {
      batch.state = message.payload;
      if (message.isRetained) batch.isStateRetained = true;
      else delete batch.isStateRetained;
    } else batch.reply = message.payload;
  }
  return events.length === 0 ? batch : { ...batch, events };
}
