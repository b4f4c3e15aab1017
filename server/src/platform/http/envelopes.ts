import type { Language } from "@reposo/contract/text/languages.ts";
import { resultCodes, type ResultName, transportFaults } from "@reposo/contract/result-codes.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "#platform/postgres/database-errors.ts";
import { fieldMessageOf, messageOf } from "#platform/messages/message-catalogue.ts";
import { ProductError } from "./product-error.ts";
import { languageOf } from "./requests/request-headers.ts";

const frameworkFaults: Record<string, ResultName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "bodyTooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "bodyTypeUnsupported",
  FST_ERR_NOT_FOUND: "pathUnknown",
};

/** Maps every error to an error of the catalogue; an unexpected error becomes `internal`. */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkFaults[code];
  if (known) return new ProductError(known, { cause: error });
  // Fastify reports malformed JSON, a malformed URL, or a wrong content length with these statuses.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ProductError("invalidRequest", { cause: error });
  }
  return new ProductError(isDatabaseUnavailable(error) ? "notReady" : "internal", { cause: error });
}

function dataOf(error: ProductError, language: Language, requestId: string): unknown {
  if (error.resultName === "internal") return { requestId };
  if (error.resultName !== "invalidRequest") return error.data;
  return {
    fields: error.fields.map(({ path, problem }) => ({ path, message: fieldMessageOf(problem, language) })),
  };
}

const statusOf = (name: ResultName): number =>
  name in transportFaults ? transportFaults[name as keyof typeof transportFaults] : 200;

/**
 * Sends the response to a request that failed with `error`; logs unexpected errors, and errors with the code
 * `notReady`.
 */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toProductError(error);
  const language = languageOf(request);
  const { failureLog } = request.server.service;
  const requestId = request.id;
  if (failure.resultName === "internal") {
    failureLog.error({ err: failure.cause ?? failure, requestId }, "call failed");
  } else if (failure.resultName === "notReady") {
    failureLog.warn(
      { err: failure.cause, requestId },
      "call refused: the server is stopping, or a dependency is unavailable",
    );
    reply.header("retry-after", "2");
  } else if (failure.resultName === "rateLimited") {
    const { retryAfterSeconds } = (failure.data ?? {}) as { retryAfterSeconds?: number };
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  }
  reply.resultCode = resultCodes[failure.resultName];
  return (
    reply
      .code(statusOf(failure.resultName))
      .type("application/json; charset=utf-8")
      // Replaces the serializer of a successful response, which may be set already.
      .serializer(JSON.stringify)
      .header("cache-control", "no-store")
      .send({
        code: reply.resultCode,
        message: messageOf(failure.resultName, language, failure.data),
        data: dataOf(failure, language, request.id),
      })
  );
}
