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

/** Whether a text names a time zone that this server knows. */
export const isZoneName = (text: string): boolean => zoneName.test(text) && isComputableZone(text);

/** Whether a text is a possible UTC offset in minutes, positive to the east. */
export function isZoneOffset(text: string): boolean {
  const minutes = /^[+-]?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return minutes >= -720 && minutes <= 840 && minutes % 15 === 0;
}

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
  if (name !== undefined && isZoneName(name)) return name;
  return offset === null ? null : offsetZone(offset);
}

/** Returns minutes east of UTC; null without the header. */
function offsetOf(request: FastifyRequest): number | null {
  const text = headerOf(request, "timezone-offset");
  if (text === undefined) return null;
  if (!isZoneOffset(text)) throw invalidField("Timezone-Offset", "range");
  return Number(text);
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
