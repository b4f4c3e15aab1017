import type { IncomingMessage, Server } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import type { HttpConfig } from "#platform/http/http-service.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { addressKey } from "./address-key.ts";

/**
 * Node drops sockets beyond `maxConnections`. One address, except loopback, gets at most a quarter of them, so that it
 * cannot use up all connections. Behind a trusted proxy, all sockets come from the proxy, which must limit its clients.
 */
export function limitConnections(
  server: Server,
  { maxConnections, trustProxy }: Pick<HttpConfig, "maxConnections" | "trustProxy">,
): void {
  server.maxConnections = maxConnections;
  if (trustProxy !== false) return;
  const limit = Math.ceil(maxConnections / 4);
  const openByAddress = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || /^(::ffff:)?127\.|^::1$/.test(ip)) return;
    const key = addressKey(ip);
    const count = (openByAddress.get(key) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return;
    }
    openByAddress.set(key, count);
    socket.once("close", () => {
      const left = (openByAddress.get(key) ?? 1) - 1;
      if (left === 0) openByAddress.delete(key);
      else openByAddress.set(key, left);
    });
  });
}

/**
 * One call may arrive before the response to the previous one has ended: a client that has received the last byte of a
 * file may send its next call before the server has noticed that the file has no more bytes.
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
    if (before >= maxUnanswered) throw new ProductError("rateLimited", { data: { retryAfterSeconds: 1 } });
  });
}

export const bodyTimeoutMs = 60_000;

/** Closes the connection if a body takes longer than `bodyTimeoutMs`, except for routes with `ownBodyTimeout`. */
export function limitBodies(http: FastifyInstance): void {
  http.addHook("onRequest", async (request) => {
    const { raw } = request;
    if (!hasBody(raw) || request.routeOptions.config.ownBodyTimeout) return;
    const timer = setTimeout(() => {
      const tooSlow = Object.assign(new Error("slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      // Calls injected by tests and by `createInternalCall` have no socket, and may leave their body unread.
      if (!raw.complete && raw.socket instanceof Socket) refuseBrokenRequest(tooSlow, raw.socket);
    }, bodyTimeoutMs);
    timer.unref();
    raw.once("end", () => clearTimeout(timer));
    raw.once("close", () => clearTimeout(timer));
  });
}

/** A request with a body has one of these headers (RFC 9112, section 6). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const closeDelayMs = 1_000;

/**
 * Responds to invalid HTTP and to timeouts, and closes the connection; in English, because most of these requests have
 * no readable headers.
 */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "408 Request Timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
  const body = JSON.stringify({
    code: resultCodes.invalidRequest,
    message: messageOf("invalidRequest", "en_US"),
    data: { fields: [] },
  });
  // The client may keep its side open, so the socket is destroyed. It is destroyed later, because destroying a socket
  // with unread data resets the connection, and the client might not receive the response.
  const timer = setTimeout(() => socket.destroy(), closeDelayMs);
  timer.unref();
  socket.once("close", () => clearTimeout(timer));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
