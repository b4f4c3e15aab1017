import type { MemoryContents, StoredEvent } from "./chair-memory.ts";

export type NewEvent = Omit<StoredEvent, "epoch" | "seq" | "at">;

/**
 * Assigns the next number to the event, and appends the event to the events without a receipt. The event's time is null
 * while the chair's clock is not set.
 */
export function recordEvent(
  contents: MemoryContents,
  wallClockMs: number | null,
  newEvent: NewEvent,
): MemoryContents {
  const stored: StoredEvent = {
    epoch: contents.epoch,
    seq: contents.nextSeq,
    at: wallClockMs === null ? null : instant(wallClockMs),
    ...newEvent,
  };
  return { ...contents, nextSeq: contents.nextSeq + 1, events: [...contents.events, stored] };
}

/**
 * Deletes the events that the receipt covers. Ignores a receipt of another epoch, or one with a number that the chair
 * has not assigned yet.
 */
export function removeReceived(
  contents: MemoryContents,
  receipt: { epoch: string; upTo: number },
): MemoryContents {
  if (receipt.epoch !== contents.epoch || receipt.upTo >= contents.nextSeq) return contents;
  const events = contents.events.filter((event) => event.seq > receipt.upTo);
  return events.length === contents.events.length ? contents : { ...contents, events };
}

// A simulated clock jump can move the time beyond the range of `Date`.
const instant = (timeMs: number): string | null => {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
