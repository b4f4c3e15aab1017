import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Authenticate } from "./caller.ts";
import type { HttpConfig } from "./http-config.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Metrics } from "./metrics.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";
import type { RateClass } from "./rate-limits.ts";

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
