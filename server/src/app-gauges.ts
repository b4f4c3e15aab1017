import type { ChairGateway } from "#chairs/index.ts";
import { countOpenCases } from "#features/cases/index.ts";
import type { LiveEvents } from "#features/live-events/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Metrics } from "#platform/http/metrics/metrics.ts";
import { isReady, type Readiness } from "#platform/http/readiness.ts";
import { countJobs } from "#platform/jobs/outbox-store.ts";

interface Measured {
  readonly gateway: Pick<ChairGateway, "counts">;
  readonly liveEvents: Pick<LiveEvents, "countStreams">;
  readonly database: Database;
  readonly queueAgeMs: () => Promise<number>;
  readonly readiness: Readiness;
}

export function addGauges(
  metrics: Metrics,
  { gateway, liveEvents, database, queueAgeMs, readiness }: Measured,
): void {
  metrics.addGauge(
    "reposo_chairs_waiting",
    "Chair messages not yet processed.",
    () => gateway.counts().waiting,
  );
  metrics.addGauge(
    "reposo_chairs_queue_age_seconds",
    "Time that the oldest reply, state, or command of a chair has been waiting.",
    async () => (await queueAgeMs()) / 1000,
  );
  metrics.addGauge("reposo_event_streams", "Open streams of live events.", () => liveEvents.countStreams());
  metrics.addGauge("reposo_outbox_jobs", "Outbox jobs that are waiting or in progress.", () =>
    countJobs(database),
  );
  metrics.addGaugeBy("reposo_open_cases", "Open cases for a person, by kind.", "kind", () =>
    countOpenCases(database),
  );
  metrics.addGauge("reposo_ready", "1 while the server is ready, otherwise 0.", async () =>
    Number(isReady(await readiness.current())),
  );
}
