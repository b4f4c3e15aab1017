import type { MemoryContents, StoredEvent } from "./chair-memory.ts";

export type NewEvent = Omit<StoredEvent, "epoch" | "seq" | "at">;

/** Numbers the event and appends it to those without a receipt. `at` is null while the clock is not set. */
export function recordEvent(
  contents: MemoryContents,
  timeOfDayMs: number | null,
  newEvent: NewEvent,
): MemoryContents {
  const stored: StoredEvent = {
    epoch: contents.epoch,
    seq: contents.nextSeq,
    at: timeOfDayMs === null ? null : instant(timeOfDayMs),
    ...newEvent,
  };
  return { ...contents, nextSeq: contents.nextSeq + 1, events: [...contents.events, stored] };
}

/** Deletes the events that the receipt covers. A receipt of another epoch, or of a number that is not assigned yet, is ignored. */
export function removeReceived(
  contents: MemoryContents,
  receipt: { epoch: string; upTo: number },
): MemoryContents {
  if (receipt.epoch !== contents.epoch || receipt.upTo >= contents.nextSeq) return contents;
  const events = contents.events.filter((event) => event.seq > receipt.upTo);
  return events.length === contents.events.length ? contents : { ...contents, events };
}

// Clock jumps can move the simulated clock beyond the range of `Date`.
const instant = (timeMs: number): string | null => {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
