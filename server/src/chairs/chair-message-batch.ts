import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { ChairMessage } from "./chair-messages.ts";

/** Messages of one chair in the order it sent them that are processed together: a reply, then a state, then events. */
export interface ChairWords {
  readonly reply?: PayloadOf<"reply">;
  readonly state?: PayloadOf<"state">;
  /** Several only where they are consecutive events of runs that coins started. */
  readonly events?: readonly PayloadOf<"event">[];
}

const places = { reply: 0, state: 1, event: 2 } as const;

/** Bounds the transaction that stores them with those of 250 other chairs. */
const mostEvents = 32;

/**
 * How many of the first messages are processed together. A chair that starts or ends a massage sends a reply, a state,
 * and an event within a moment: at most one of each, never in another order than it sent them. A chair that returns
 * after an outage sends all coins of that time: consecutive events of coin runs follow each other.
 */
export function countTogether(messages: readonly ChairMessage[]): number {
  let count = 1;
  while (count < messages.length && placeOf(messages[count]) > placeOf(messages[count - 1])) count += 1;
  for (
    let events = 1;
    events < mostEvents && areConsecutive(messages[count - 1], messages[count]);
    events += 1
  )
    count += 1;
  return count;
}

const placeOf = (message: ChairMessage | undefined): number => (message ? places[message.topic] : -1);

function areConsecutive(first: ChairMessage | undefined, second: ChairMessage | undefined): boolean {
  if (first?.topic !== "event" || second?.topic !== "event") return false;
  const [before, after] = [first.payload, second.payload];
  return (
    isOfCoinRun(before) && isOfCoinRun(after) && before.epoch === after.epoch && before.seq + 1 === after.seq
  );
}

const isOfCoinRun = ({ type, orderId, runId }: PayloadOf<"event">): boolean =>
  type === "coin" || (orderId === undefined && runId !== undefined && type !== "fault" && type !== "cleared");

export function wordsOf(messages: readonly ChairMessage[]): ChairWords {
  const words: { -readonly [K in keyof ChairWords]: ChairWords[K] } = {};
  const events: PayloadOf<"event">[] = [];
  for (const message of messages) {
    if (message.topic === "event") events.push(message.payload);
    else if (message.topic === "state") words.state = message.payload;
    else words.reply = message.payload;
  }
  return events.length === 0 ? words : { ...words, events };
}
