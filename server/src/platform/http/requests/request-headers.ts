import { type Language, toLanguage } from "@reposo/contract/text/languages.ts";
import type { FastifyRequest } from "fastify";
import { invalidField } from "#platform/http/product-error.ts";
import { isComputableZone, offsetZone } from "#platform/time/calendar.ts";

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function languageOf(request: FastifyRequest): Language {
  return toLanguage(headerOf(request, "lang"), request.server.service.config.defaultLanguage);
}

/** Excludes offsets and other texts that Temporal would accept as a time zone. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Returns the time zone in which the caller counts days: the name in `Time-Zone`, or the fixed offset in
 * `Timezone-Offset` if there is no name that this server knows. Null means the account's time zone: without these
 * headers, or with `Time-Zone: account`.
 * @throws ProductError code 400 if the offset is invalid
 */
export function requestedZoneOf(request: FastifyRequest): string | null {
  const offset = offsetOf(request);
  const name = headerOf(request, "time-zone");
  if (name === "account") return null;
  if (name !== undefined && zoneName.test(name) && isComputableZone(name)) return name;
  return offset === null ? null : offsetZone(offset);
}

/** Returns minutes east of UTC; null without the header. */
function offsetOf(request: FastifyRequest): number | null {
  const text = headerOf(request, "timezone-offset");
  if (text === undefined) return null;
  const minutes = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(minutes >= -720 && minutes <= 840 && minutes % 15 === 0)) {
    throw invalidField("Timezone-Offset", "range");
  }
  return minutes;
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
