import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { ChairMessage } from "./chair-messages.ts";

/** What a chair said one after another and may be taken at once: a reply, then a state, then an event. */
export interface ChairWords {
  readonly reply?: PayloadOf<"reply">;
  readonly state?: PayloadOf<"state">;
  readonly event?: PayloadOf<"event">;
}

const places = { reply: 0, state: 1, event: 2 } as const;

/**
 * How many of the first messages go together: a chair that begins or ends a massage tells it in all three ways within
 * a moment. Never two of one kind, and never in another order than it said them.
 */
export function countTogether(messages: readonly ChairMessage[]): number {
  let count = 1;
  while (count < messages.length && placeOf(messages[count]) > placeOf(messages[count - 1])) count += 1;
  return count;
}

const placeOf = (message: ChairMessage | undefined): number => (message ? places[message.topic] : -1);

export const wordsOf = (messages: readonly ChairMessage[]): ChairWords =>
  Object.fromEntries(messages.map(({ topic, payload }) => [topic, payload]));
