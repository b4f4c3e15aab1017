import { type Language, toLanguage } from "@reposo/contract/text/languages.ts";
import type { FastifyRequest } from "fastify";
import { invalidField } from "#platform/http/product-error.ts";

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function languageOf(request: FastifyRequest): Language {
  return toLanguage(headerOf(request, "lang"), request.server.service.config.defaultLanguage);
}

/**
 * Returns minutes east of UTC; null means the account's time zone: without the header, or with `time-zone: account`.
 * @throws ProductError code 400 if the header is invalid
 */
export function offsetOf(request: FastifyRequest): number | null {
  const text = headerOf(request, "timezone-offset");
  if (text === undefined) return null;
  const minutes = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(minutes >= -720 && minutes <= 840 && minutes % 15 === 0)) {
    throw invalidField("Timezone-Offset", "range");
  }
  if (headerOf(request, "time-zone") === "account") return null;
  // The text `-0` is parsed as negative zero, which is converted to 0.
  return minutes === 0 ? 0 : minutes;
}

export const accessTokenOf = (request: FastifyRequest): string | undefined =>
  headerOf(request, "access-token");

/** Returns null without the header. @throws ProductError code 400 if the header is invalid */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = headerOf(request, "idempotency-key");
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw invalidField("Idempotency-Key", "format");
  return key;
}
