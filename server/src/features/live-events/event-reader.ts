import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import { type ResumeDependencies, resumeStreams, type WaitingStream, resumableMs } from "./resume-streams.ts";
import { type EventStream, isDue } from "./event-stream.ts";
import { purgeLiveEvents, readNewEvents, settledPosition } from "./live-events-store.ts";
import { readCursor, writeCursor } from "./live-position.ts";
import { deliver } from "./event-delivery.ts";
import { applyAccessChanges, endExpiredStreams, recheckSessions } from "./recheck-sessions.ts";

const pollMs = 250;
// Minimum interval between wake-ups for new streams. All clients reconnect within a second after a restart of the
// server, and streams that are resumed together share their queries.
const batchMs = 50;
// The timers of all streams are checked at this interval instead of after every read, because there may be many
// streams and many reads.
const timersMs = 200;
const retryMs = 1000;
const readLimit = 500;
const retentionMs = 60 * 60_000;
const purgeMs = 60_000;
// Interval of a check of all sessions. It finds changes of rights for which no trigger stores an `AccessChange`, e.g.
// the expiry of a guest token or of the access to an order.
const recheckMs = 15_000;
const expiredSessionsMs = 1_000;
const maxFailures = 3;

/**
 * Creates the reader that polls the database for live events and sends them to all streams of this process. Without
 * streams, it only purges old events.
 */
export function createEventReader(
  dependencies: ResumeDependencies & { readonly clock: Clock; readonly log: Log },
) {
  const { database, clock, log, renderers, directory } = dependencies;
  const stopping = new AbortController();
  const waiting = new Set<WaitingStream>();
  /** The position up to which events have been read, and when; null while there are no streams. */
  let lastRead: { position: number; at: Date } | null = null;
  let sleeping: AbortController | null = null;
  let isWoken = false;
  let recheckedAtMs = 0;
  let expiredCheckedAtMs = 0;
  let purgedAtMs = 0;
  let timersCheckedAtMs = 0;
  let failures = 0;
  let running: Promise<void> | null = null;
  let isBatching = false;
  let batchedAtMs = 0;

  const hasStreams = () => directory.size() + waiting.size > 0;

  const wake = () => {
    isWoken = true;
    sleeping?.abort();
  };

  async function wakeForBatch(): Promise<void> {
    if (isBatching) return;
    isBatching = true;
    if (!isDue(batchedAtMs, batchMs, clock.now())) await clock.sleep(batchMs, stopping.signal);
    isBatching = false;
    batchedAtMs = clock.now().getTime();
    wake();
  }

  async function sleep(ms: number): Promise<void> {
    if (!isWoken && !stopping.signal.aborted) {
      sleeping = new AbortController();
      await clock.sleep(ms, sleeping.signal);
      sleeping = null;
    }
    isWoken = false;
  }

  /** Makes all clients refetch their data, and continues reading at `position`. */
  function resetAll(position: number, now: Date): void {
    for (const stream of directory.all())
      stream.reset(writeCursor({ position, reachedAt: now }), now.getTime());
    lastRead = { position, at: now };
  }

  /**
   * Reads new events, sends them, starts the waiting streams, and executes the periodic tasks that are due.
   * @returns whether more events may be readable immediately
   */
  async function cycle(): Promise<boolean> {
    const now = clock.now();
    if (isDue(purgedAtMs, purgeMs, now)) {
      purgedAtMs = now.getTime();
      await purgeLiveEvents(database, new Date(now.getTime() - retentionMs));
    }
    if (!hasStreams()) {
      lastRead = null;
      return false;
    }
    lastRead ??= { position: await settledPosition(database), at: now };
    const from = lastRead.position;
    const { events, accessChanges, reached, isFull } = await readNewEvents(database, from, readLimit);
    if (accessChanges.length > 0) await applyAccessChanges(database, directory, accessChanges, now);
    // Clients must refetch everything after a long outage, because unread events may have been purged, and if the
    // position decreases, because the database was replaced.
    const isIncomplete = now.getTime() - lastRead.at.getTime() > resumableMs || reached < from;
    if (isIncomplete) {
      await recheckSessions(database, directory, now);
      resetAll(reached, now);
    } else {
      await deliver(directory, renderers, events, now);
      lastRead = { position: reached, at: now };
    }
    // Streams are resumed only when no events are left to read, because each remaining event would send its subject
    // again to the resumed streams.
    if (!isFull && waiting.size > 0)
      for (const waitingStream of await resumeStreams(dependencies, waiting, reached, now))
        waiting.delete(waitingStream);
    if (isDue(expiredCheckedAtMs, expiredSessionsMs, now)) {
      expiredCheckedAtMs = now.getTime();
      await endExpiredStreams(database, directory, now);
    }
    if (isDue(recheckedAtMs, recheckMs, now)) {
      recheckedAtMs = now.getTime();
      await recheckSessions(database, directory, now);
    }
    if (isDue(timersCheckedAtMs, timersMs, now)) {
      timersCheckedAtMs = now.getTime();
      const cursor = writeCursor({ position: reached, reachedAt: now });
      for (const stream of directory.all()) stream.checkTimers(cursor, now);
    }
    return isFull;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const hasMore = await cycle();
        failures = 0;
        if (hasMore) continue;
      } catch (error) {
        failures += 1;
        log.error({ err: error, failures }, "live events: reading or sending failed; retrying");
        await clock.sleep(retryMs, stopping.signal);
        // Skips events after repeated failures, because one event that cannot be rendered must not block later
        // events.
        if (failures >= maxFailures) await skipToNow();
        continue;
      }
      await sleep(hasStreams() ? pollMs : purgeMs);
    }
  }

  /** Continues with the events after now, and makes all clients refetch their data. */
  async function skipToNow(): Promise<void> {
    // Without a valid position, waiting clients refetch their data instead of receiving the events that they missed.
    for (const waitingStream of waiting) waitingStream.resumeFrom &&= null;
    try {
      const position = await settledPosition(database);
      await recheckSessions(database, directory, clock.now());
      resetAll(position, clock.now());
      failures = 0;
    } catch (error) {
      log.error({ err: error }, "live events: skipping to the newest event failed; retrying");
    }
  }

  return {
    start(): void {
      running ??= run();
    },
    /** Ends the reader and every stream. */
    async stop(): Promise<void> {
      stopping.abort();
      wake();
      await running;
      for (const stream of [...directory.all(), ...[...waiting].map((waitingStream) => waitingStream.stream)])
        stream.end();
    },
    /**
     * Must be called after a commit with live events, so that they are sent immediately instead of after the next
     * poll.
     */
    wake(): void {
      if (hasStreams()) wake();
    },
    /** Adds a stream, which starts with the next batch. @returns a function that removes the stream */
    join(stream: EventStream, lastEventId: string | undefined): () => void {
      const resumeFrom = lastEventId === undefined ? undefined : readCursor(lastEventId);
      const waitingStream: WaitingStream = { stream, resumeFrom };
      waiting.add(waitingStream);
      void wakeForBatch();
      return () => {
        waiting.delete(waitingStream);
        directory.remove(stream);
      };
    },
  };
}
