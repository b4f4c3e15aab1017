import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import { type AdmitParts, admitNewcomers, type Newcomer, resumableMs } from "./resume-streams.ts";
import { type EventStream, isDue } from "./event-stream.ts";
import { purgeNews, readNews, settledPosition } from "./live-events-store.ts";
import { comparePositions, type Position, readEarliestCursor, writeCursor } from "./live-position.ts";
import { deliver } from "./event-delivery.ts";
import { applyAccessChanges, endExpiredStreams, recheckSessions } from "./recheck-sessions.ts";

export interface ReaderParts extends AdmitParts {
  readonly clock: Clock;
  readonly log: Log;
}

const pollMs = 250;
// After a restart everybody comes back within a second: those of a moment are let in by one reading.
const gatherMs = 50;
// Every stream is looked at this often and not at every reading: there may be many of both.
const tendMs = 200;
const retryMs = 1000;
const readAtOnce = 500;
const retentionMs = 60 * 60_000;
const purgeMs = 60_000;
const recheckMs = 15_000;
const expiredSessionsMs = 1_000;
const givenUpAfter = 3;

/** One reader a process, whatever the number of streams; without streams it only sweeps. */
export function createNewsReader(parts: ReaderParts) {
  const { database, clock, log, renderers, directory } = parts;
  const stopping = new AbortController();
  const joining = new Set<Newcomer>();
  let position: { place: Position; at: Date } | null = null;
  let napping: AbortController | null = null;
  let woken = false;
  let recheckedAtMs = 0;
  let expiredCheckedAtMs = 0;
  let purgedAtMs = 0;
  let tendedAtMs = 0;
  let failures = 0;
  let running: Promise<void> | null = null;
  let gathering = false;
  let gatheredAtMs = 0;

  const listening = () => directory.size() + joining.size > 0;

  const rouse = () => {
    woken = true;
    napping?.abort();
  };

  async function gather(): Promise<void> {
    if (gathering) return;
    gathering = true;
    if (!isDue(gatheredAtMs, gatherMs, clock.now())) await clock.sleep(gatherMs, stopping.signal);
    gathering = false;
    gatheredAtMs = clock.now().getTime();
    rouse();
  }

  async function nap(ms: number): Promise<void> {
    if (!woken && !stopping.signal.aborted) {
      napping = new AbortController();
      await clock.sleep(ms, napping.signal);
      napping = null;
    }
    woken = false;
  }

  function resetAll(place: Position, now: Date): void {
    for (const stream of directory.all())
      stream.reset(writeCursor({ position: place, reachedAt: now }), now.getTime());
    position = { place, at: now };
  }

  /** @returns whether there may be more to read at once */
  async function cycle(): Promise<boolean> {
    const now = clock.now();
    if (isDue(purgedAtMs, purgeMs, now)) {
      purgedAtMs = now.getTime();
      await purgeNews(database, new Date(now.getTime() - retentionMs));
    }
    if (!listening()) {
      position = null;
      return false;
    }
    position ??= { place: await settledPosition(database), at: now };
    const from = position.place;
    const { news, accessChanges, reached, isFull } = await readNews(database, from, readAtOnce);
    if (accessChanges.length > 0) await applyAccessChanges(database, directory, accessChanges, now);
    // A long outage, or another database in the place of the old one: what was missed can't be told.
    const lost = now.getTime() - position.at.getTime() > resumableMs || comparePositions(reached, from) < 0;
    if (lost) {
      await recheckSessions(database, directory, now);
      resetAll(reached, now);
    } else {
      await deliver(directory, renderers, news, now);
      position = { place: reached, at: now };
    }
    // Nobody is let in while there is more to read: they would be sent at once what they are about to hear.
    if (!isFull && joining.size > 0)
      for (const newcomer of await admitNewcomers(parts, joining, reached, now)) joining.delete(newcomer);
    if (isDue(expiredCheckedAtMs, expiredSessionsMs, now)) {
      expiredCheckedAtMs = now.getTime();
      await endExpiredStreams(database, directory, now);
    }
    if (isDue(recheckedAtMs, recheckMs, now)) {
      recheckedAtMs = now.getTime();
      await recheckSessions(database, directory, now);
    }
    if (isDue(tendedAtMs, tendMs, now)) {
      tendedAtMs = now.getTime();
      const cursor = writeCursor({ position: reached, reachedAt: now });
      for (const stream of directory.all()) stream.tend(cursor, now);
    }
    return isFull;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const more = await cycle();
        failures = 0;
        if (more) continue;
      } catch (error) {
        failures += 1;
        log.error({ err: error, failures }, "live events could not be read");
        await clock.sleep(retryMs, stopping.signal);
        // Something in these news can't be told, again and again: it must not hold back everything after it.
        if (failures >= givenUpAfter) await skip();
        continue;
      }
      await nap(listening() ? pollMs : purgeMs);
    }
  }

  async function skip(): Promise<void> {
    for (const newcomer of joining) newcomer.resumeFrom &&= null;
    try {
      const place = await settledPosition(database);
      await recheckSessions(database, directory, clock.now());
      resetAll(place, clock.now());
      failures = 0;
    } catch (error) {
      log.error({ err: error }, "the database does not answer; live events wait for it");
    }
  }

  return {
    start(): void {
      running ??= run();
    },
    /** Ends the reader and every stream. */
    async stop(): Promise<void> {
      stopping.abort();
      rouse();
      await running;
      for (const stream of [...directory.all(), ...[...joining].map((newcomer) => newcomer.stream)])
        stream.end();
    },
    /** To be called after a commit that announced something: the news goes out now and not at the next poll. */
    wake(): void {
      if (listening()) rouse();
    },
    /** @returns what takes the stream away again */
    join(stream: EventStream, lastEventId: string | undefined): () => void {
      const resumeFrom = lastEventId === undefined ? undefined : readEarliestCursor(lastEventId);
      const newcomer: Newcomer = { stream, resumeFrom };
      joining.add(newcomer);
      void gather();
      return () => {
        joining.delete(newcomer);
        directory.remove(stream);
      };
    },
  };
}
