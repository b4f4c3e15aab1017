import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProductError } from "#platform/http/product-error.ts";
import type { HttpConfig, RateClass } from "#platform/http/http-service.ts";
import { addressKey } from "./address-key.ts";

const omittedHeaders = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
};

/**
 * Returns the class of the matched route instead of the path, since a path has several spellings, such as `/%61pi/…` or
 * an absolute URL.
 */
function rateClassOf({ routeOptions }: FastifyRequest): RateClass {
  const { url = "", config } = routeOptions;
  if (config.rateClass) return config.rateClass;
  return url === "/api" || url.startsWith("/api/") ? "api" : "page";
}

/** Limits requests per address in memory, to protect one server; logins are limited in the database. */
export async function addRateLimits(http: FastifyInstance, limits: HttpConfig["limits"]): Promise<void> {
  const limitOf: Record<RateClass, number> = {
    api: limits.callsPerMinuteAddress,
    page: limits.callsPerMinuteAddress * 5,
    health: limits.healthCallsPerMinuteAddress,
    webhook: limits.webhooksPerMinuteAddress,
  };
  await http.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    // Maximum number of counters, one per class and address.
    cache: 20_000,
    keyGenerator: (request) => `${rateClassOf(request)} ${addressKey(request.ip)}`,
    max: (request) => limitOf[rateClassOf(request)],
    addHeadersOnExceeding: omittedHeaders,
    addHeaders: { ...omittedHeaders, "retry-after": true },
    errorResponseBuilder: (_request, { ttl }) =>
      new ProductError("rateLimited", { data: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  });
}
