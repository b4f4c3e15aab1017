import {
  type AccessOf,
  type Endpoint,
  methodsOf,
  type ReplyOf,
  type RequestOf,
} from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { messageOf } from "#platform/messages/message-catalogue.ts";
import { authorize, authorizeFields, isCrossSiteWrite, UserDeletedError } from "./authorize.ts";
import type { CallerFor } from "./caller.ts";
import type { SaveReply } from "./idempotency/idempotency.ts";
import { idempotencyKeyOf, languageOf, requestedZoneOf } from "./requests/request-headers.ts";
import { requestReader } from "./requests/request-fields.ts";
import { type IssuedSession, setSessionCookie } from "./requests/session-cookie.ts";
import { createSerializer } from "./response-serializer.ts";

export interface Call<E extends Endpoint> {
  readonly request: RequestOf<E>;
  readonly caller: CallerFor<AccessOf<E>>;
  readonly language: Language;
  /** The time zone of the caller's days (see `requestedZoneOf`); null: the account's own. */
  readonly requestedZone: string | null;
  readonly ip: string;
  /** Null if the browser sent none. */
  readonly userAgent: string | null;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /**
   * Stores the reply for the idempotency key in the effect's transaction, so that a crash cannot repeat the effect.
   * Does nothing without a key.
   */
  readonly saveReply: SaveReply<ReplyOf<E>>;
  /** Copies the token of a session that the reply contains to the browser's cookie. */
  readonly setCookie: (session: IssuedSession) => void;
}

export interface ServeOptions<E extends Endpoint> {
  /** Returns the response for a valid token of a deleted user, instead of the error `tokenMissing`. */
  readonly whenUserDeleted?: (language: Language) => ReplyOf<E>;
  /** Whether the reply, also a refusal to this site, deletes the cookie with the copy of the token. */
  readonly endsSession?: true;
  /** Computes a strong ETag of the response; a GET with the same ETag gets status 304. */
  readonly etagOf?: (reply: ReplyOf<E>) => string;
}

const noop = () => {};

/**
 * Registers an operation of the contract: authorises the caller, validates the request, returns the stored reply to a
 * repeated idempotency key, and sends the handler's reply in an envelope.
 */
export function serve<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ReplyOf<E>>,
  options: ServeOptions<E> = {},
): void {
  const { idempotency, served } = http.service;
  const readRequest = requestReader(endpoint);
  const serialize = createSerializer(endpoint);
  served.push(endpoint);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<ReplyOf<E>> => {
    const caller = await authorize(request, endpoint);
    const requestedZone = requestedZoneOf(request);
    const fields = readRequest(request);
    authorizeFields(caller, endpoint, fields);
    const call = {
      request: fields,
      caller: caller as CallerFor<AccessOf<E>>,
      language: languageOf(request),
      requestedZone,
      ip: request.ip,
      userAgent: request.headers["user-agent"] ?? null,
      requestId: request.id,
      log: request.log,
      setCookie: (session: IssuedSession) => setSessionCookie(reply, session),
    };
    const key = endpoint.idempotent ? idempotencyKeyOf(request) : null;
    if (key === null || caller.kind === "anyone") {
      return handler({ ...call, saveReply: noop });
    }
    return idempotency.once<ReplyOf<E>>(
      { tokenHash: caller.tokenHash, operation: endpoint.name, key, request: fields },
      (saveReply) => handler({ ...call, saveReply }),
    );
  };

  http.route({
    method: [...methodsOf(endpoint)],
    url: `/api${endpoint.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (options.endsSession && !isCrossSiteWrite(request)) setSessionCookie(reply, null);
      const data = await answer(request, reply).catch((error: unknown) => {
        if (error instanceof UserDeletedError && options.whenUserDeleted)
          return options.whenUserDeleted(languageOf(request));
        throw error;
      });
      reply.header("cache-control", options.etagOf ? "no-cache" : "no-store");
      if (options.etagOf && isUnchanged(request, reply, options.etagOf(data))) {
        return reply.code(304).send();
      }
      reply.resultCode = resultCodes.ok;
      reply.type("application/json; charset=utf-8").serializer(serialize);
      return reply.send({ code: resultCodes.ok, message: messageOf("ok", languageOf(request)), data });
    },
  });
}

function isUnchanged(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const etag = `"${version}"`;
  reply.header("etag", etag).header("vary", "accept-encoding, lang");
  // HTTP defines no 304 response to a POST.
  const known = request.method === "GET" ? (request.headers["if-none-match"] ?? "") : "";
  return known === "*" || known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
