import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Authenticate } from "./caller.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import type { LimitedLog } from "#platform/logging/log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";
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
  /** Calls per minute and address. Pages and assets may be called five times as often as `callsPerMinuteAddress`. */
  readonly limits: Pick<
    Config["limits"],
    "callsPerMinuteAddress" | "healthCallsPerMinuteAddress" | "webhooksPerMinuteAddress"
  >;
  /** Other origins that the pages may send uploads to. */
  readonly uploadOrigins?: readonly string[];
};

/** Calls of each class are counted separately, so that page views do not use up the limit of payment webhooks. */
export type RateClass = "api" | "health" | "page" | "webhook";

/** Dependencies of every route of the contract, on the Fastify instance. */
export interface HttpService {
  readonly config: HttpConfig;
  readonly clock: Clock;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /**
   * Returns the ID of the newest live event whose change is included in data that are read after the call; null without
   * live events.
   */
  readonly currentEventId: (() => Promise<string>) | null;
  readonly idempotency: Idempotency;
  readonly metrics: Metrics;
  readonly security: SecurityLog;
  /** The log of failed requests; limited, because clients without a session can cause failures. */
  readonly failureLog: LimitedLog;
  /** Operations in the order of registration; the OpenAPI document is generated from them. */
  readonly served: Endpoint[];
}

declare module "fastify" {
  interface FastifyInstance {
    service: HttpService;
  }
  interface FastifyContextConfig {
    /**
     * The response lasts as long as the client reads it, so its duration is not measured, and a shutdown does not wait
     * for its end.
     */
    isStream?: boolean;
    /** Rate-limit class of the route's calls. Default: `api` for paths below `/api`, and `page` for all others. */
    rateClass?: RateClass;
    /** The route enforces its own time limit for the body. */
    ownBodyTimeout?: boolean;
  }
  interface FastifyRequest {
    /**
     * The caller in the audit trail's format; null until the token is checked, without a token, for operations with the
     * access `anyone`, and for downloads with a ticket.
     */
    actor: string | null;
  }
  interface FastifyReply {
    /** The envelope's code, for the log and the metrics; 0 without an envelope. */
    resultCode: number;
  }
}
