import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { ProductError } from "./product-error.ts";

/** Each answers whether that part can be worked with now. */
export interface Readiness {
  readonly database: () => Promise<boolean>;
  /** Whether the database has room for what it is given. */
  readonly storage: () => Promise<boolean>;
  readonly broker: () => boolean | Promise<boolean>;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

type Part = keyof Readiness;

/**
 * Whether each part can be worked with. The cause of a failure is logged once until the part works again, since this is
 * polled every few seconds.
 */
function createPartCheck(readiness: Readiness, log: FastifyBaseLogger) {
  const failing = new Set<Part>();
  return async (part: Part): Promise<boolean> => {
    try {
      const isUp = await readiness[part]();
      failing.delete(part);
      return isUp;
    } catch (error) {
      if (!failing.has(part)) log.warn({ err: error, part }, "health: a part of the server does not work");
      failing.add(part);
      return false;
    }
  };
}

/** What watches over the process asks for; no envelopes here. */
export function registerHealthRoutes(http: FastifyInstance, readiness: Readiness): void {
  const { config, metrics } = http.service;
  const isUp = createPartCheck(readiness, http.log);

  const health = { config: { rateClass: "health" } } as const;

  http.get("/api/health/live", health, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );

  http.get("/api/health/ready", health, async (_request, reply) => {
    const [database, storage, broker] = await Promise.all([
      isUp("database"),
      isUp("storage"),
      isUp("broker"),
    ]);
    const isReady = database && storage && broker;
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: isReady ? "ready" : "notReady",
        database: database ? "up" : "down",
        storage: storage ? "up" : "down",
        broker: broker ? "up" : "down",
      });
  });

  const { metricsToken } = config;
  if (metricsToken === null) return;
  const expected = digest(`Bearer ${metricsToken}`);
  http.get("/api/metrics", health, async (request, reply) => {
    // To whoever lacks the token there is nothing here.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      throw new ProductError("pathUnknown");
    }
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
