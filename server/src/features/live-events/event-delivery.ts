import { type FrameFor, frameEvent, type Renderers } from "./event-payloads.ts";
import type { StoredEvent } from "./live-events-store.ts";
import { writeCursor } from "./live-position.ts";
import type { StreamDirectory } from "./stream-directory.ts";

// Limits the number of database connections that are used to load the subjects of many simultaneous events.
const renderConcurrency = 4;

/**
 * Returns the last event of each key (name, outlet, customer, and subject), in the stored order. Earlier events with
 * the same key are omitted, because every event sends the current state of its subject. The key contains the outlet and
 * the customer, because they determine the recipients.
 */
export function latestPerSubject(rows: readonly StoredEvent[]): StoredEvent[] {
  const last = new Map<string, StoredEvent>();
  for (const row of rows) {
    const key = `${row.name} ${row.outletId} ${row.customerId} ${row.subject}`;
    last.delete(key);
    last.set(key, row);
  }
  return [...last.values()];
}

/** Renders each event once for all streams. Events for which `frameEvent` returns null are omitted. */
export async function renderEvents(
  renderers: Renderers,
  rows: readonly StoredEvent[],
  now: Date,
): Promise<Map<StoredEvent, FrameFor>> {
  const texts = new Map<StoredEvent, FrameFor>();
  for (let start = 0; start < rows.length; start += renderConcurrency)
    await Promise.all(
      rows.slice(start, start + renderConcurrency).map(async (row) => {
        const framedFor = await frameEvent(renderers, row);
        const id = `id: ${writeCursor({ position: row.eventId, reachedAt: now })}\n`;
        if (framedFor !== null) texts.set(row, (audience) => id + framedFor(audience));
      }),
    );
  return texts;
}

/**
 * Sends new events to the streams that may receive them. Subjects without a recipient are not loaded. Each stream sends
 * its revenue events later, at a limited rate.
 */
export async function deliver(
  directory: StreamDirectory,
  renderers: Renderers,
  rows: readonly StoredEvent[],
  now: Date,
): Promise<void> {
  const received = latestPerSubject(rows).filter((row) => directory.recipientsOf(row).length > 0);
  const texts = await renderEvents(
    renderers,
    received.filter((row) => row.name !== "revenue"),
    now,
  );
  for (const row of received)
    for (const stream of directory.recipientsOf(row)) {
      const textFor = texts.get(row);
      if (row.name === "revenue") stream.scheduleRevenue();
      else if (textFor !== undefined) stream.send(textFor(stream.audience), now.getTime());
    }
}
