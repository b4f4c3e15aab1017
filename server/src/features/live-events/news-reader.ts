import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { Log } from "#platform/log.ts";
import type { Renderers } from "./event-payloads.ts";
import type { EventStream } from "./event-stream.ts";
import { purgeNews, readBack, readNews, settledPosition } from "./live-events-store.ts";
import { comparePositions, type Position, readCursor, writeCursor } from "./live-position.ts";
import { admit, deliver, type Newcomer } from "./news-delivery.ts";
import { recheckSessions } from "./recheck-sessions.ts";
import type { StreamDirectory } from "./stream-directory.ts";

export interface ReaderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly renderers: Renderers;
  readonly directory: StreamDirectory;
}

const pollMs = 250;
// After a restart everybody comes back within a second: those of a moment are let in by one reading.
const gatherMs = 20;
const retryMs = 1000;
const readAtOnce = 500;
const readBackAtMost = 1000;
const retentionMs = 60 * 60_000;
// Shorter than the retention by more than any transaction lasts: a row is stamped before it is committed.
const resumableMs = 55 * 60_000;
const purgeMs = 60_000;
const recheckMs = 15_000;
const givenUpAfter = 3;

/** One reader a process, whatever the number of streams; without streams it only sweeps. */
export function createNewsReader({ database, clock, log, renderers, directory }: ReaderParts) {
  const stopping = new AbortController();
  const joining = new Set<Newcomer>();
  let position: { place: Position; at: Date } | null = null;
  let napping: AbortController | null = null;
  let woken = false;
  let recheckedAtMs = 0;
  let purgedAtMs = 0;
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
    const waitMs = gatheredAtMs + gatherMs - clock.now().getTime();
    if (waitMs > 0) await clock.sleep(waitMs, stopping.signal);
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

  async function letIn(place: Position, now: Date): Promise<void> {
    const newcomers = [...joining];
    if (newcomers.length === 0) return;
    const resumable = newcomers.flatMap(({ resumeFrom }) =>
      resumeFrom &&
      now.getTime() - resumeFrom.reachedAt.getTime() < resumableMs &&
      comparePositions(resumeFrom.position, place) <= 0
        ? [resumeFrom.position]
        : [],
    );
    const oldest = resumable.reduce<Position | null>(
      (least, each) => (least === null || comparePositions(each, least) < 0 ? each : least),
      null,
    );
    const rows = oldest ? await readBack(database, oldest, place, readBackAtMost) : [];
    const completeAfter = rows.length < readBackAtMost ? oldest : (rows[0] ?? null);
    const judged = newcomers.map((newcomer) => ({
      newcomer,
      stream: newcomer.stream,
      resumeFrom:
        newcomer.resumeFrom && !resumable.includes(newcomer.resumeFrom.position) ? null : newcomer.resumeFrom,
    }));
    await admit(directory, renderers, judged, { rows, completeAfter }, place, now, (each) =>
      joining.has((each as (typeof judged)[number]).newcomer),
    );
    for (const newcomer of newcomers) joining.delete(newcomer);
  }

  /** @returns whether there may be more to read at once */
  async function cycle(): Promise<boolean> {
    const now = clock.now();
    if (now.getTime() - purgedAtMs >= purgeMs) {
      purgedAtMs = now.getTime();
      await purgeNews(database, new Date(now.getTime() - retentionMs));
    }
    if (!listening()) {
      position = null;
      return false;
    }
    position ??= { place: await settledPosition(database), at: now };
    const from = position.place;
    const { rows, reached } = await readNews(database, from, readAtOnce);
    // A long outage, or another database in the place of the old one: what was missed can't be told.
    const lost = now.getTime() - position.at.getTime() > resumableMs || comparePositions(reached, from) < 0;
    if (lost) resetAll(reached, now);
    else {
      await deliver(directory, renderers, rows, now);
      position = { place: reached, at: now };
    }
    // Nobody is let in while there is more to read: they would be sent at once what they are about to hear.
    const more = rows.length === readAtOnce;
    if (!more) await letIn(reached, now);
    if (now.getTime() - recheckedAtMs >= recheckMs) {
      recheckedAtMs = now.getTime();
      await recheckSessions(database, directory, now);
    }
    const cursor = writeCursor({ position: reached, reachedAt: now });
    for (const stream of directory.all()) stream.tend(cursor, now);
    return more;
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
    try {
      resetAll(await settledPosition(database), clock.now());
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
      const resumeFrom = lastEventId === undefined ? undefined : readCursor(lastEventId);
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
