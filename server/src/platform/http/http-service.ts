import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { Authenticate } from "./caller.ts";
import type { HttpConfig } from "./http-config.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Metrics } from "./metrics.ts";

/** What every route of the contract stands on; `serve` finds it on the instance. */
export interface HttpService {
  readonly config: HttpConfig;
  readonly clock: Clock;
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly metrics: Metrics;
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
    /** Minds by itself how long its body may take. */
    ownPace?: boolean;
  }
  interface FastifyReply {
    /** The envelope's code, for the log and the metrics; 0 where the answer had no envelope. */
    resultCode: number;
  }
}
