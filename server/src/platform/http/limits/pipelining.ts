import type { FastifyInstance } from "fastify";
import { ProductError } from "#platform/http/product-error.ts";

const retryAfterSeconds = 1;

/**
 * Refuses calls that are sent before the response to an earlier one on their connection. Each such call would hold its
 * response in memory until the client has read the earlier responses. Browsers and proxies do not pipeline.
 */
export function refusePipelining(http: FastifyInstance): void {
  const unanswered = new WeakMap<object, number>();
  http.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const before = unanswered.get(socket) ?? 0;
    unanswered.set(socket, before + 1);
    reply.raw.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (before > 0) throw new ProductError("rateLimited", { data: { retryAfterSeconds } });
  });
}
