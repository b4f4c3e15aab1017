import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { productVersion } from "@reposo/contract/product-version.ts";
import { ProductError } from "./product-error.ts";

export interface Readiness {
  readonly database: () => Promise<boolean>;
  readonly storage: () => Promise<boolean>;
  readonly broker: () => boolean | Promise<boolean>;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

type Component = keyof Readiness;

/**
 * Returns a function that checks a component. An error of the check counts as down, and is logged only once until the
 * component is up again, since monitors poll every few seconds.
 */
function createComponentCheck(readiness: Readiness, log: FastifyBaseLogger) {
  const failing = new Set<Component>();
  return async (component: Component): Promise<boolean> => {
    try {
      const isUp = await readiness[component]();
      if (isUp) failing.delete(component);
      return isUp;
    } catch (error) {
      if (!failing.has(component))
        log.warn(
          { err: error, component },
          "health check failed; further errors are not logged until the component is up",
        );
      failing.add(component);
      return false;
    }
  };
}

/** Registers the metrics and the health checks for process monitors; their responses have no envelope. */
export function registerHealthRoutes(http: FastifyInstance, readiness: Readiness): void {
  const { config, metrics } = http.service;
  const isUp = createComponentCheck(readiness, http.log);

  const health = { config: { rateClass: "health" } } as const;

  http.get("/api/health/live", health, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );

  http.get("/api/health/ready", health, async (_request, reply) => {
    const components = await Promise.all([isUp("database"), isUp("storage"), isUp("broker")]);
    const [database, storage, broker] = components.map((up) => (up ? "up" : "down"));
    const isReady = components.every(Boolean);
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: isReady ? "ready" : "notReady",
        version: productVersion,
        database,
        storage,
        broker,
      });
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
