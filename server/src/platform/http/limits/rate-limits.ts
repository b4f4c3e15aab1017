import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProductError } from "#platform/http/product-error.ts";
import type { HttpConfig } from "#platform/http/http-service.ts";
import { addressKey } from "./address-key.ts";

/** What is counted together: busy pages must not make a watchdog or a payment company wait, nor the other way. */
export type RateClass = "api" | "health" | "page" | "webhook";

/** By the matched route, since a path may be spelled in several ways: `/%61pi/…`, or as an absolute address. */
function rateClassOf({ routeOptions }: FastifyRequest): RateClass {
  const { url = "", config } = routeOptions;
  if (config.rateClass) return config.rateClass;
  return url === "/api" || url.startsWith("/api/") ? "api" : "page";
}

/**
 * Limits the calls of one address in a minute, in memory: it keeps one address from drowning a server. Guessing is
 * bounded elsewhere, in the database.
 */
export async function addRateLimits(http: FastifyInstance, limits: HttpConfig["limits"]): Promise<void> {
  const mostOf: Record<RateClass, number> = {
    api: limits.callsPerMinuteAddress,
    page: limits.callsPerMinuteAddress * 5,
    health: limits.healthCallsPerMinuteAddress,
    webhook: limits.webhooksPerMinuteAddress,
  };
  await http.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => `${rateClassOf(request)} ${addressKey(request.ip)}`,
    max: (request) => mostOf[rateClassOf(request)],
    addHeadersOnExceeding: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
    },
    addHeaders: {
      "x-ratelimit-limit": false,
      "x-ratelimit-remaining": false,
      "x-ratelimit-reset": false,
      "retry-after": true,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new ProductError("rateLimited", { data: { retryAfterSeconds: Math.ceil(ttl / 1000) } }),
  });
}
