import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

interface ReceivedEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
}

/** The events of one chair in a batch; all belong to one epoch. */
export interface EventSequence<E extends ReceivedEvent = ReceivedEvent> {
  readonly deviceId: string;
  readonly epoch: string;
  readonly events: readonly E[];
  /** First and last number of the last uninterrupted sequence of these events, inclusive. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export function toSequences<E extends ReceivedEvent>(received: readonly E[]): EventSequence<E>[] {
  const ofChair = Map.groupBy(received, ({ deviceId }) => deviceId);
  return [...ofChair].map(([deviceId, events]) => {
    const seqs = events.map(({ event }) => event.seq).sort((a, b) => a - b);
    const lastSeq = seqs.at(-1) as number;
    let firstSeq = lastSeq;
    while (seqs.includes(firstSeq - 1)) firstSeq -= 1;
    return { deviceId, epoch: (events[0] as E).event.epoch, events, firstSeq, lastSeq };
  });
}
