import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Renderers } from "./event-payloads.ts";
import { settledPosition } from "./live-events-store.ts";
import { writeCursor } from "./live-position.ts";
import { createEventReader } from "./event-reader.ts";
import { createOpenEventStream } from "./open-event-stream.ts";
import { createStreamDirectory } from "./stream-directory.ts";

export interface LiveEventsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly renderers: Renderers;
}

export type LiveEvents = ReturnType<typeof createLiveEvents>;

export function createLiveEvents(dependencies: LiveEventsDependencies) {
  const directory = createStreamDirectory();
  const { start, stop, wake, join } = createEventReader({ ...dependencies, directory });
  return {
    start,
    stop,
    wake,
    ...createOpenEventStream({ clock: dependencies.clock, join }),
    countStreams: directory.size,
    /**
     * Returns an event ID from which a stream can resume. Data that are read after this call contain all changes up
     * to this ID, so a page that loads them misses no event.
     */
    async currentEventId(): Promise<string> {
      const position = await settledPosition(dependencies.database);
      return writeCursor({ position, reachedAt: dependencies.clock.now(), containsRevenue: true });
    },
  };
}
