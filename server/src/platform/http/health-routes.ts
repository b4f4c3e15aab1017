import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { productVersion } from "@reposo/contract/product-version.ts";
import { ProductError } from "./product-error.ts";
import { isReady, type Readiness } from "./readiness.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Registers the metrics and the health checks for process monitors; their responses have no envelope. */
export function registerHealthRoutes(http: FastifyInstance, readiness: Readiness): void {
  const { config, metrics } = http.service;
  const health = { config: { rateClass: "health" } } as const;

  http.get("/api/health/live", health, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );

  http.get("/api/health/ready", health, async (_request, reply) => {
    const state = await readiness.current();
    const wordOf = (isUp: boolean) => (isUp ? "up" : "down");
    return reply
      .code(isReady(state) ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: isReady(state) ? "ready" : "notReady",
        version: productVersion,
        database: state.database,
        storage: wordOf(state.storage),
        broker: wordOf(state.broker),
        files: wordOf(state.files),
      });
  });

  // A server on a read-only database could answer some calls, but customers would see orders that nothing completes.
  http.addHook("onRequest", async ({ routeOptions }) => {
    const isCall = routeOptions.url?.startsWith("/api/") === true;
    if (isCall && routeOptions.config.rateClass !== "health" && readiness.isReadOnly())
      throw new ProductError("notReady");
  });

  const { metricsToken } = config;
  if (metricsToken === null) return;
  const expected = digest(`Bearer ${metricsToken}`);
  http.get("/api/metrics", health, async (request, reply) => {
    // Without the correct token, the response must not reveal that the path exists.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      throw new ProductError("pathUnknown");
    }
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
