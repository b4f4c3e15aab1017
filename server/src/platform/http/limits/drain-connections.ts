import type { FastifyInstance, FastifyReply } from "fastify";
import { withTimeout } from "#platform/time/with-timeout.ts";
import { ProductError } from "#platform/http/product-error.ts";

/** Time limit of active calls when the server stops; stopping takes at most 5 s, the rest is for their dependencies. */
const drainMs = 800;

/**
 * Before a server closes, active calls are completed, and new ones on kept-alive connections are answered with
 * notReady and close their connection, since the database closes after the server. Streams end with their connections.
 */
export function drainConnections(http: FastifyInstance): void {
  const active = new Set<FastifyReply>();
  let onIdle: (() => void) | null = null;

  const complete = (reply: FastifyReply): void => {
    active.delete(reply);
    if (active.size === 0) onIdle?.();
  };

  http.addHook("onRequest", async (request, reply) => {
    if (onIdle !== null) throw new ProductError("notReady", { cause: new Error("the server is stopping") });
    if (request.routeOptions.config.isStream) return;
    active.add(reply);
    reply.raw.once("close", () => complete(reply));
  });
  http.addHook("preClose", async () => {
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    for (const { raw } of active) if (!raw.headersSent) raw.setHeader("connection", "close");
    if (active.size > 0) await withTimeout(drainMs, idle);
  });
}
