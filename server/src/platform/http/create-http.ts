import formBody from "@fastify/formbody";
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { ProductError } from "./product-error.ts";
import { createLimitedLog, type Log } from "#platform/logging/log.ts";
import { createSecurityLog, type SecurityEvent, type SecurityLog } from "#platform/logging/security-log.ts";
import type { Authenticate } from "./caller.ts";
import { compressResponses } from "./compress-responses.ts";
import {
  limitBodies,
  limitConnections,
  refuseBrokenRequest,
  refusePipelining,
} from "./limits/connections.ts";
import { sendFailure } from "./envelopes.ts";
import { registerHealthRoutes } from "./health-routes.ts";
import type { HttpConfig } from "./http-service.ts";
import { drainConnections } from "./limits/drain-connections.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import type { Readiness } from "./readiness.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { registerOpenApiRoutes } from "./open-api/open-api-routes.ts";
import { addRateLimits } from "./limits/rate-limits.ts";
import { addressKey } from "./limits/address-key.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { closeStalledWrites, minBytesBeforeStall } from "./limits/stalled-writes.ts";

import "./http-service.ts";

export interface HttpDependencies {
  readonly config: HttpConfig;
  readonly log: Log;
  readonly clock: Clock;
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Returns the ID of the newest live event whose change is included in data that are read after the call. */
  readonly currentEventId?: () => Promise<string>;
  readonly readiness: Readiness;
  readonly metrics?: Metrics;
  /** Default: a security log that writes to `log`. */
  readonly security?: SecurityLog;
  /** Registers pages in a separate Fastify scope, whose not-found handler applies to every path without a route. */
  readonly pages?: (pages: FastifyInstance) => Promise<void>;
}

/** Maximum number of lines about failed requests, per message and minute. */
const failuresPerMinute = 60;
const bodyLimitBytes = 64 * 1024;

/** Creates the HTTP server without opening a port, so that tests can inject calls. `serve` registers the operations. */
export async function createHttp(deps: HttpDependencies): Promise<FastifyInstance> {
  const { config, log, clock, database, authenticate, readiness, pages } = deps;
  const metrics = deps.metrics ?? createMetrics();
  const security = deps.security ?? createSecurityLog({ log, clock, count: metrics.countSecurityEvent });
  const http = fastify({
    loggerInstance: log,
    // The framework's own log entry contains the whole URL. Our entry contains the route without the query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: proxiesOf(config),
    bodyLimit: bodyLimitBytes,
    // Slow clients have 15 s for the headers and `bodyTimeoutMs` for the body. `limitBodies` limits the body, because
    // Node's request timeout cannot exempt video uploads, which take longer.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Closing also ends event streams, which never end by themselves. `drainConnections` completes other calls first.
    forceCloseConnections: true,
    // The framework's own 503 response has no envelope.
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply);
    },
  }) as unknown as FastifyInstance;

  http.decorate("service", {
    config,
    clock,
    database,
    authenticate,
    currentEventId: deps.currentEventId ?? null,
    idempotency: createIdempotency({ database, clock, log: http.log }),
    metrics,
    security,
    failureLog: createLimitedLog(log, clock, failuresPerMinute),
    served: [],
  });
  http.decorateReply("resultCode", 0);
  http.decorateRequest("actor", null);
  drainConnections(http);
  limitConnections(http.server, config);
  limitBodies(http);
  closeStalledWrites(http.server, {
    stallMs: config.writeStallSeconds * 1000,
    minBytes: minBytesBeforeStall,
  });
  http.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));

  await addSecurityHeaders(http, config);
  await compressResponses(http);
  await addRateLimits(http, config.limits);
  refusePipelining(http);
  await acceptForms(http);
  observe(http, { metrics, security });

  http.all("/api", unknownPath);
  http.all("/api/*", unknownPath);
  registerHealthRoutes(http, readiness);
  if (config.apiDocs) await registerOpenApiRoutes(http);
  if (pages) await http.register(async (scope) => pages(scope));
  else http.setNotFoundHandler(unknownPath);
  return http;
}

/** A number states how many proxies are in front of the server. */
function proxiesOf({ trustProxy }: HttpConfig): false | string | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : trustProxy;
}

function unknownPath(request: FastifyRequest, reply: FastifyReply): void {
  sendFailure(new ProductError("pathUnknown"), request, reply);
}

async function acceptForms(http: FastifyInstance): Promise<void> {
  http.removeContentTypeParser(["text/plain", "application/json"]);
  await http.register(formBody, { bodyLimit: bodyLimitBytes });
  // Rejects objects with the key `__proto__`, or with a `constructor` that contains `prototype`.
  const parseJson = http.getDefaultJsonParser("error", "error");
  // Some clients send the JSON content type with an empty body.
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body as string, done);
  });
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "none";

/** Security events by the envelope's code, or by the HTTP status of a response without an envelope. */
const refusals = new Map<number, SecurityEvent>([
  [resultCodes.permissionMissing, "call.forbidden"],
  [resultCodes.rateLimited, "call.rateLimited"],
  [resultCodes.tooManyTries, "call.rateLimited"],
  [resultCodes.feedbackDailyLimit, "call.rateLimited"],
  [resultCodes.unpaidOrders, "call.rateLimited"],
  [resultCodes.couponReserved, "call.rateLimited"],
  [resultCodes.mediaQuota, "call.rateLimited"],
]);

function observe(
  http: FastifyInstance,
  { metrics, security }: { readonly metrics: Metrics; readonly security: SecurityLog },
): void {
  http.addHook("onResponse", async (request, reply) => {
    const call = {
      route: routeOf(request),
      method: request.method,
      status: reply.statusCode,
      code: reply.resultCode,
    };
    const refusal = refusals.get(reply.resultCode || reply.statusCode);
    if (refusal !== undefined) {
      const { actor, ip, id: requestId } = request;
      security.record(refusal, { ...call, actor, address: addressKey(ip), requestId });
    }
    const seconds = request.routeOptions.config.isStream ? null : reply.elapsedTime / 1000;
    metrics.observeHttp({ ...call, seconds });
    request.log.debug({ ...call, ms: Math.round(reply.elapsedTime * 10) / 10 }, "call completed");
  });
}
