import type { Database } from "#platform/postgres/database.ts";
import { mayReceive } from "./audience-rules.ts";
import type { Renderers } from "./event-payloads.ts";
import type { EventStream } from "./event-stream.ts";
import { type StoredEvent, readHistory } from "./live-events-store.ts";
import { type Cursor, writeCursor } from "./live-position.ts";
import { checkWaiting } from "./recheck-sessions.ts";
import { latestPerSubject, renderEvents } from "./event-delivery.ts";
import type { StreamDirectory } from "./stream-directory.ts";

export interface WaitingStream {
  readonly stream: EventStream;
  /** The last position of the client; undefined for a new client, null for an invalid position. */
  resumeFrom: Cursor | null | undefined;
}

export interface ResumeDependencies {
  readonly database: Database;
  readonly directory: StreamDirectory;
  readonly renderers: Renderers;
}

const maxHistory = 1000;
// Maximum age of a position from which a stream can be resumed. It is shorter than the retention of events by more than
// the duration of a transaction, because the time of an event is before the commit that makes the event readable.
export const resumableMs = 55 * 60_000;

/**
 * Starts the waiting streams and sends them the events that their clients have missed. The history is read once for all
 * streams, because all clients reconnect at the same time after a restart. If the missed events are unknown, the client
 * receives a `reset`. Streams without a valid session are ended.
 * @param reached the position up to which the open streams have received all events
 * @returns the streams that no longer wait
 */
export async function resumeStreams(
  { database, directory, renderers }: ResumeDependencies,
  waiting: ReadonlySet<WaitingStream>,
  reached: number,
  now: Date,
): Promise<WaitingStream[]> {
  const resuming = [...waiting];
  const streams = resuming.map(({ stream }) => stream);
  const admitted = await checkWaiting(database, streams, now);
  const positions = new Map<WaitingStream, number>();
  for (const waitingStream of resuming) {
    const position = resumablePosition(waitingStream, reached, now);
    if (position !== null) positions.set(waitingStream, position);
  }
  const { rows, completeAfter } = await loadHistory(database, [...positions.values()], reached);
  const missed = new Map<WaitingStream, StoredEvent[]>();
  for (const [waitingStream, position] of positions)
    if (position >= completeAfter) missed.set(waitingStream, missedBy(waitingStream.stream, rows, position));
  const frames = await renderEvents(renderers, [...new Set([...missed.values()].flat())], now);

  const cursor = writeCursor({ position: reached, reachedAt: now });
  for (const waitingStream of resuming) {
    // Skips clients that disconnected while the history was read, and clients without a valid session.
    if (!waiting.has(waitingStream) || !admitted.has(waitingStream.stream)) continue;
    const { stream, resumeFrom } = waitingStream;
    const missedEvents = missed.get(waitingStream);
    directory.add(stream);
    // If the connection ends before all missed events are sent, the client resumes at its earlier position again.
    stream.begin(missedEvents && resumeFrom ? writeCursor(resumeFrom) : cursor, now.getTime());
    if (missedEvents) {
      for (const row of missedEvents) stream.send(frames.get(row)?.(stream.audience) ?? "", now.getTime());
      if (receivesRevenue(stream) && isRevenueDue(waitingStream, rows)) stream.scheduleRevenue();
    } else if (resumeFrom !== undefined) stream.reset(cursor, now.getTime());
  }
  return resuming;
}

/**
 * Returns the position after which the client has missed events; null if the position is missing, invalid, or too old.
 */
function resumablePosition({ resumeFrom }: WaitingStream, reached: number, now: Date): number | null {
  if (!resumeFrom || now.getTime() - resumeFrom.reachedAt.getTime() >= resumableMs) return null;
  // A position after `reached` was issued for another database, e.g. before a backup was restored.
  return resumeFrom.position <= reached ? resumeFrom.position : null;
}

/**
 * Returns the newest events since the oldest of these positions, at most `maxHistory`. The list is complete after
 * `completeAfter`, which is later than the oldest position if there are more events.
 */
async function loadHistory(
  database: Database,
  positions: readonly number[],
  reached: number,
): Promise<{ rows: StoredEvent[]; completeAfter: number }> {
  const [oldest] = positions.toSorted((a, b) => a - b);
  if (oldest === undefined) return { rows: [], completeAfter: reached };
  const rows = await readHistory(database, oldest, reached, maxHistory);
  const [first] = rows;
  return { rows, completeAfter: first && rows.length === maxHistory ? first.eventId : oldest };
}

const missedBy = (stream: EventStream, rows: readonly StoredEvent[], position: number): StoredEvent[] =>
  latestPerSubject(
    rows.filter(
      (row) => row.name !== "revenue" && mayReceive(stream.audience, row) && row.eventId > position,
    ),
  );

/**
 * Returns whether a stream must receive a revenue event. A revenue event before the client's position may have been
 * scheduled but not sent, unless the client's income figures contain all changes up to that position.
 */
function isRevenueDue({ stream, resumeFrom }: WaitingStream, rows: readonly StoredEvent[]): boolean {
  if (resumeFrom?.containsRevenue !== true) return true;
  const { position } = resumeFrom;
  return rows.some(
    (row) => row.name === "revenue" && mayReceive(stream.audience, row) && row.eventId > position,
  );
}

const receivesRevenue = ({ audience }: EventStream): boolean =>
  audience.kind === "manager" && audience.permissions.includes("home");
