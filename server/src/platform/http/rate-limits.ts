import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProductError } from "#platform/product-error.ts";
import { addressKey } from "./request-headers.ts";

const isApi = (request: FastifyRequest): boolean => /^\/api(?:[/?]|$)/.test(request.url);

/** Wide and in memory: it keeps one address from drowning a server. Guessing is bounded elsewhere, in the database. */
export async function addRateLimits(http: FastifyInstance, callsPerMinute: number): Promise<void> {
  await http.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => `${isApi(request) ? "api" : "page"} ${addressKey(request.ip)}`,
    max: (request) => (isApi(request) ? callsPerMinute : callsPerMinute * 5),
    // Whoever watches over the process must not be told that it is ill because others are busy.
    allowList: (request) => request.url.startsWith("/api/health/"),
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
