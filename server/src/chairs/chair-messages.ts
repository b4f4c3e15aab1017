import {
  ChairCommand,
  ChairEvent,
  ChairReceipt,
  ChairReply,
  ChairState,
  type DownTopic,
  maxChairMessageBytes,
  type PayloadOf,
  parseChairTopic,
  type UpTopic,
} from "@reposo/contract/chair-topics.ts";
import { Compile } from "typebox/compile";

const up = { state: Compile(ChairState), reply: Compile(ChairReply), event: Compile(ChairEvent) };
const down = { command: Compile(ChairCommand), receipt: Compile(ChairReceipt) };

export type ChairMessage = { [T in UpTopic]: { deviceId: string; topic: T; payload: PayloadOf<T> } }[UpTopic];
export type ReadMessage =
  | { readonly kind: "message"; readonly message: ChairMessage }
  | { readonly kind: "invalid"; readonly deviceId: string | null; readonly problem: string };

/** The only way in: whatever is past here has the contract's shape. */
export function readChairMessage(topicName: string, bytes: Buffer): ReadMessage {
  const place = parseChairTopic(topicName);
  if (place === null || place.topic === "command" || place.topic === "receipt") {
    return { kind: "invalid", deviceId: null, problem: "not a topic that chairs speak on" };
  }
  const { deviceId, topic } = place;
  const invalid = (problem: string): ReadMessage => ({ kind: "invalid", deviceId, problem });
  if (bytes.length > maxChairMessageBytes) return invalid(`${bytes.length} bytes`);
  const text = bytes.toString("utf8");
  const payload = readJson(text);
  if (payload === undefined) return invalid("not JSON");
  if (text.includes("\\u") && holdsUnstorableText(payload)) return invalid("text that no database keeps");
  if (!up[topic].Check(payload)) return invalid(firstProblem(topic, payload));
  return { kind: "message", message: { deviceId, topic, payload } as ChairMessage };
}

/** Throws where our own side would send what no chair has to understand: that is a defect, not a state. */
export function writeChairMessage<T extends DownTopic>(topic: T, payload: PayloadOf<T>): Buffer {
  if (!down[topic].Check(payload)) throw new Error(`a ${topic} outside the contract was to be sent`);
  const bytes = Buffer.from(JSON.stringify(payload));
  if (bytes.length > maxChairMessageBytes)
    throw new Error(`a ${topic} of ${bytes.length} bytes was to be sent`);
  return bytes;
}

function firstProblem(topic: UpTopic, payload: unknown): string {
  const [error] = up[topic].Errors(payload);
  return error === undefined ? "invalid" : `${error.instancePath || "payload"} ${error.message}`;
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair: such a message would fail at every try. */
const holdsUnstorableText = (payload: unknown): boolean =>
  /\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(payload));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
