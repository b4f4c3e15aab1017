import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { type OperationName, operations } from "@reposo/contract/operations.ts";
import { sessionEndingCodes, successCodes } from "@reposo/contract/result-codes.ts";
import { type CallOptions, exchange } from "./api-exchange.ts";
import { ApiFailure } from "./api-failure.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";
import { renewGuest } from "#shared/session/guest.ts";
import { requireLogin, endSession } from "#shared/session/session-end.ts";
import { readSession } from "#shared/session/session-storage.ts";

/**
 * Calls an operation of the contract. Resolves with the data of the response; rejects with an ApiFailure. If the
 * operation needs a session and there is none, opens the login page. If the server has ended the session, obtains a new
 * token for a customer and repeats the call once; otherwise, ends the session in this browser and opens the login page.
 */
export function callApi<N extends OperationName>(
  name: N,
  request: RequestOf<Endpoints[N]>,
  options: CallOptions = {},
): Promise<ReplyOf<Endpoints[N]>> {
  return call(name, request, options, true);
}

async function call<N extends OperationName>(
  name: N,
  request: RequestOf<Endpoints[N]>,
  options: CallOptions,
  mayRenew: boolean,
): Promise<ReplyOf<Endpoints[N]>> {
  const session = readSession();
  const isProtected = operations[name].access !== "anyone";
  if (isProtected && session === null) throw new ApiFailure("noToken", requireLogin());
  const token = session?.token ?? null;
  const language = options.language ?? activeLanguage();
  const envelope = await exchange(name, request ?? {}, token, { ...options, language });
  if (successCodes.includes(envelope.code)) return envelope.data as ReplyOf<Endpoints[N]>;
  const { code, message, data } = envelope;
  if (!sessionEndingCodes.includes(code) || token === null || !isProtected) {
    throw new ApiFailure("refused", message, { code, data, language });
  }
  // Customers do not log in, so an invalid token is replaced without a message.
  if (mayRenew && session?.kind === "customer" && (await renewGuest(token))) {
    return call(name, request, options, false);
  }
  throw new ApiFailure("ended", endSession(token, code, message), { code });
}
