import type { Envelope } from "@reposo/contract/endpoint.ts";
import { type Operation, type OperationName, operations } from "@reposo/contract/operations.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { successCodes } from "@reposo/contract/result-codes.ts";
import { apiBase, callHeaders } from "./call-headers.ts";
import { ApiFailure, type FailureKind } from "./api-failure.ts";
import { reportReachable } from "./connection.ts";
import { activeLanguage, activeTexts } from "#shared/i18n/i18n.tsx";
import { addServerSecond, addServerTime } from "#shared/time/server-clock.ts";
import { showToast } from "#shared/toasts/toasts.ts";

const timeoutMilliseconds = 60_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** A retry of the same action must send the same key. */
  readonly idempotencyKey?: string;
  /** Whether to show no toast after a failed connection or a timeout, because the page reports the failure itself. */
  readonly quiet?: boolean;
  /** Whether the browser stores the reply's cookie, which holds a copy of the session's token for documents. */
  readonly storesCookie?: boolean;
  /** The language of the response; by default the chosen language. */
  readonly language?: Language;
}

/**
 * Returns 128 random bits in hex. `crypto.randomUUID` is missing in the oldest supported browsers and on pages without
 * https.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const apiUrl = (path: string): string => apiBase + path;

function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) form.append(name, String(item));
    }
  }
  return form;
}

/** Puts the fields into the query of a GET or the body of a POST. */
function callOf({ method, path }: Operation, fields: object) {
  const form = formOf(fields);
  if (method === "POST") return { method, url: apiUrl(path), body: form };
  const query = form.toString();
  return { method, url: query === "" ? apiUrl(path) : `${apiUrl(path)}?${query}`, body: null };
}

/**
 * Sends a request. Resolves with the envelope of a response with a 2xx status, even if its code refuses the request.
 * @throws ApiFailure for another status, an invalid response, a failed connection, a timeout, or an abort
 */
export async function exchange(
  name: OperationName,
  fields: object,
  token: string | null,
  options: CallOptions = {},
): Promise<Envelope<unknown>> {
  const language = options.language ?? activeLanguage();
  const headers = callHeaders(token, language);
  const operation: Operation = operations[name];
  const { method, url, body } = callOf(operation, fields);
  if (operation.idempotent) headers["Idempotency-Key"] = options.idempotencyKey ?? newIdempotencyKey();

  const cancel = new AbortController();
  const stop = () => cancel.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    cancel.abort();
  }, timeoutMilliseconds);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener("abort", stop);
  try {
    const credentials = options.storesCookie === true ? "same-origin" : "omit";
    const sentAt = Date.now();
    const { signal } = cancel;
    const response = await fetch(url, { method, headers, body, signal, cache: "no-store", credentials });
    const receivedAt = Date.now();
    addServerSecond(response.headers.get("Date") ?? "", sentAt, receivedAt);
    return readEnvelope(operation, response.status, await response.text(), sentAt, receivedAt, language);
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const text = activeTexts()?.networkFailed ?? "";
    if (options.signal?.aborted) throw new ApiFailure("aborted", text, { cause: error });
    // After a timeout, the server may still be reachable but slow.
    if (!timedOut) reportReachable(false);
    if (options.quiet !== true) showToast(text, "error");
    throw new ApiFailure(timedOut ? "timeout" : "network", text, { cause: error });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

function readEnvelope(
  operation: Operation,
  status: number,
  body: string,
  sentAt: number,
  receivedAt: number,
  language: Language,
): Envelope<unknown> {
  const envelope = parseEnvelope(body);
  const fallback = activeTexts()?.answerInvalid ?? "";
  // A response without an envelope is not the server's. For example, a proxy sends one while the server is down.
  if (envelope === null) throw new ApiFailure("invalid", fallback, { code: status });
  reportReachable(true);
  if (status < 200 || status > 299) {
    const { code, message, data } = envelope;
    const text = message || (status === 404 && activeTexts()?.pathUnknown) || fallback;
    throw new ApiFailure(failureKindOf(status), text, { code, data, language });
  }
  if (!successCodes.includes(envelope.code)) return envelope;
  if (!matchesType(operation, envelope.data)) throw new ApiFailure("invalid", fallback, { code: status });
  const { data } = envelope;
  if (typeof data === "object" && data !== null && "serverTime" in data) {
    addServerTime(String(data.serverTime), sentAt, receivedAt);
  }
  return envelope;
}

/** Returns the kind of a failure by the HTTP status of its response. */
export const failureKindOf = (status: number): FailureKind =>
  status === 429 || status >= 500 ? "unavailable" : "refused";

/** Parses the body of a response; null if it is not an envelope of the product's API. */
export function parseEnvelope(body: string): Envelope<unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null || !("code" in value)) return null;
    const { code } = value;
    if (typeof code !== "number") return null;
    const message = "message" in value && typeof value.message === "string" ? value.message : "";
    return { code, message, data: "data" in value ? value.data : null };
  } catch {
    return null;
  }
}

/** Whether the contract allows the JSON type of the data (NET-2). */
function matchesType({ data: types = ["object"] }: Operation, data: unknown): boolean {
  const type = data === null ? "null" : Array.isArray(data) ? "array" : typeof data;
  return types.some((each) => each === type);
}
