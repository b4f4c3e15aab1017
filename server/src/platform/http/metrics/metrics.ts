import { productVersion } from "@reposo/contract/product-version.ts";
import type { SecurityEvent } from "#platform/logging/security-log.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";

export interface HttpObservation {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** The envelope's code; 0 without one. */
  readonly code: number;
  /** Null for streams, whose duration depends on the client. */
  readonly seconds: number | null;
}

/** Creates metrics with their own registry, so that two servers in one test do not share them. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "reposo_build_info",
    help: "Always 1; the label contains the version of the server.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: productVersion }, 1);
  const seconds = new Histogram({
    name: "reposo_http_request_seconds",
    help: "Time from receiving a request to the end of its response, by route pattern.",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const responses = new Counter({
    name: "reposo_http_answers_total",
    help: "Responses by route pattern and envelope code (0: none).",
    labelNames: ["route", "code"],
    registers: [registry],
  });
  const securityEvents = new Counter({
    name: "reposo_security_events_total",
    help: "Security events such as logins, forbidden calls, and forged webhooks, by kind; including those omitted from the log.",
    labelNames: ["event"],
    registers: [registry],
  });
  return {
    countSecurityEvent: (event: SecurityEvent) => securityEvents.inc({ event }),
    observeHttp({ route, method, status, code, seconds: elapsed }: HttpObservation) {
      if (elapsed !== null) seconds.observe({ route, method, status: String(status) }, elapsed);
      responses.inc({ route, code: String(code) });
    },
    /** Adds a gauge whose value is read at each scrape, such as the number of outbox jobs; NaN if it cannot be read. */
    addGauge(name: string, help: string, read: () => number | Promise<number>) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // A value that cannot be read must not fail the whole scrape.
          this.set(
            await Promise.resolve()
              .then(read)
              .catch(() => Number.NaN),
          );
        },
      });
    },
    /** Adds a gauge with one value per label, read at each scrape; without values if they cannot be read. */
    addGaugeBy(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const values = await read().catch(() => new Map<string, number>());
          this.reset();
          for (const [value, count] of values) this.set({ [label]: value }, count);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
