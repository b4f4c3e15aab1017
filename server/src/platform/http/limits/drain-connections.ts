import type { FastifyInstance, FastifyReply } from "fastify";
import { withTimeout } from "#platform/time/clock.ts";
import { ProductError } from "#platform/http/product-error.ts";

/** Time limit for active calls during a shutdown, which takes at most 5 s including database and broker. */
const drainMs = 800;

/**
 * Completes active calls before the server closes. New calls on kept-alive connections get `notReady` and their
 * connection is closed, because the database closes next. Event streams end when their connections are closed.
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
