import type { FastifyInstance } from "fastify";
import { ProductError } from "#platform/http/product-error.ts";

const retryAfterSeconds = 1;

/**
 * One call may arrive before the response to the previous one has ended: a client that has received the last byte of a
 * file sends its next call while the server still reads the end of the file.
 */
const maxUnanswered = 2;

/**
 * Refuses calls on a connection with two unanswered calls. Each such call would hold its response in memory until the
 * client has read the earlier responses. Browsers and proxies do not pipeline.
 */
export function refusePipelining(http: FastifyInstance): void {
  const unanswered = new WeakMap<object, number>();
  http.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const before = unanswered.get(socket) ?? 0;
    unanswered.set(socket, before + 1);
    reply.raw.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (before >= maxUnanswered) throw new ProductError("rateLimited", { data: { retryAfterSeconds } });
  });
}
