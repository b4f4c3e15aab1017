import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Authenticate } from "./caller.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";
import type { RateClass } from "./limits/rate-limits.ts";
import type { Config } from "#platform/config/config.ts";

export type HttpConfig = Pick<
  Config,
  | "apiDocs"
  | "defaultLanguage"
  | "trustProxy"
  | "metricsToken"
  | "maxConnections"
  | "publicUrl"
  | "writeStallSeconds"
> & {
  /** A whole mall may share one address. Pages and their assets get five times as much. */
  readonly limits: Pick<
    Config["limits"],
    "callsPerMinuteAddress" | "healthCallsPerMinuteAddress" | "webhooksPerMinuteAddress"
  >;
  /** Origins that the pages may send uploads to, beside their own. */
  readonly uploadOrigins?: readonly string[];
};

/** What every route of the contract stands on; `serve` finds it on the instance. */
export interface HttpService {
  readonly config: HttpConfig;
  readonly clock: Clock;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** The id of an event up to which whatever is read from now on is complete; null where there are no live events. */
  readonly currentEventId: (() => Promise<string>) | null;
  readonly idempotency: Idempotency;
  readonly metrics: Metrics;
  readonly security: SecurityLog;
  /** In the order of their registration; the published document is made from them. */
  readonly served: Endpoint[];
}

declare module "fastify" {
  interface FastifyInstance {
    service: HttpService;
  }
  interface FastifyContextConfig {
    /** Answers for as long as its client listens: how long that was says nothing about the server. */
    isStream?: boolean;
    /** What its calls are limited with; `api` or `page` by its path where it is not given. */
    rateClass?: RateClass;
    /** Minds by itself how long its body may take. */
    ownPace?: boolean;
  }
  interface FastifyRequest {
    /** Who calls, as in the audit trail; null before the token was checked and without one. */
    actor: string | null;
  }
  interface FastifyReply {
    /** The envelope's code, for the log and the metrics; 0 where the answer had no envelope. */
    resultCode: number;
  }
}
