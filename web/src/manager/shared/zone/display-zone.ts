import type { Language } from "@reposo/contract/text/languages.ts";
import type { DeviceZone } from "@reposo/contract/page-rendering.ts";
import {
  clockTime,
  type DateParts,
  dateTimeFormatter,
  dayAndTime,
} from "@reposo/contract/text/date-styles.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { deviceZone, zoneKeyOf } from "#shared/time/time-zone.ts";

/**
 * The time zone in which days and hours are counted, by the server as well, so that labels match its figures. `device` is
 * that of the user's phone or computer. If its name is unknown, it is represented by the current UTC offset.
 */
export type DisplayZone =
  | ({ readonly kind: "device" } & DeviceZone)
  | { readonly kind: "account"; readonly name: string };

/**
 * Returns the zone in which days are counted: the device's, or if `deviceZone` returns none, the account's, or UTC if
 * the account has none.
 */
export function displayZone(accountZone: string | null): DisplayZone {
  const device = deviceZone();
  return device === null ? { kind: "account", name: accountZone ?? "UTC" } : { kind: "device", ...device };
}

/**
 * Returns the part of a query's key that keeps figures counted in different zones apart: `zoneKeyOf` the device's zone,
 * or null for the account's.
 */
export const zoneKeyIn = (zone: DisplayZone): string | null =>
  zone.kind === "account" ? null : zoneKeyOf(zone);

/** Formatters by language, zone, and parts, because creating one takes much longer than formatting a date. */
const formatters = new Map<string, (at: number) => string>();
/** Limits the caches, because the server also renders pages, for any days and time zones that callers choose. */
const maxCached = 1_000;

/** Returns a function that formats instants, in milliseconds since the epoch, in a time zone. */
function formatterInZone(zone: DisplayZone, language: Language, options: DateParts): (at: number) => string {
  const parts = { ...options, timeZone: zone.name === "" ? "UTC" : zone.name };
  const key = JSON.stringify([language, parts]);
  let format = formatters.get(key);
  if (format === undefined) {
    format = dateTimeFormatter(language, parts);
    if (formatters.size >= maxCached) formatters.clear();
    formatters.set(key, format);
  }
  const shiftMs = zone.name === "" && zone.kind === "device" ? zone.offsetMinutes * 60_000 : 0;
  const formatInstant = format;
  return (at) => formatInstant(at + shiftMs);
}

/** Formats an instant in a time zone. `at` is in milliseconds since the epoch. */
export const formatInZone = (at: number, zone: DisplayZone, language: Language, options: DateParts): string =>
  formatterInZone(zone, language, options)(at);

/** Formats the hour and minute of an instant in milliseconds since the epoch, in every language as `00:05`. */
export const clockInZone = (at: number, zone: DisplayZone, language: Language): string =>
  formatInZone(at, zone, language, clockTime);

/** Formats a day and a time, with the year unless it is the current one. */
export function momentInZone(
  at: number,
  zone: DisplayZone,
  language: Language,
  now: number = serverNow(),
): string {
  const yearOf = (time: number) => formatInZone(time, zone, language, { year: "numeric" });
  const year = yearOf(at) === yearOf(now) ? {} : { year: "numeric" as const };
  return formatInZone(at, zone, language, { ...dayAndTime, ...year });
}

/** Returns a function that returns the date of instants as `YYYY-MM-DD`, for many instants of one zone. */
export function dateFormatterIn(zone: DisplayZone): (at: number) => string {
  const format = formatterInZone(zone, "en_US", { year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => {
    const [month, day, year] = format(at).split("/");
    return `${year}-${month}-${day}`;
  };
}

/** Returns the date as `YYYY-MM-DD`. */
export const dateInZone = (at: number, zone: DisplayZone): string => dateFormatterIn(zone)(at);

/**
 * A day, and an hour counted from the beginning of the day, like on the server. On a day on which clocks change, the
 * hour may differ from the clock time.
 */
export interface DayAndHour {
  readonly day: string;
  readonly hour: number;
}

export const hourMs = 3_600_000;
const quarterMs = 900_000;
const dayMs = 24 * hourMs;
/** Cached results of `startOf`, by day and zone. */
const starts = new Map<string, number>();

/**
 * Returns the beginning of a day in milliseconds since the epoch. The search starts at the earliest possible instant
 * and proceeds in steps of an hour and then of a quarter-hour, because UTC offsets are multiples of 15 minutes and at
 * most +14 hours.
 */
function startOf(day: string, zone: DisplayZone): number {
  const key = JSON.stringify([day, zone]);
  let at = starts.get(key) ?? Date.parse(day) - 14 * hourMs;
  for (const step of [hourMs, quarterMs]) while (dateInZone(at + step - quarterMs, zone) < day) at += step;
  if (starts.size >= maxCached) starts.clear();
  starts.set(key, at);
  return at;
}

export function dayAndHour(at: number, zone: DisplayZone): DayAndHour {
  const day = dateInZone(at, zone);
  return { day, hour: Math.floor((at - startOf(day, zone)) / hourMs) };
}

/** Formats a range of clock times: `14:00 – 15:00`. */
export function clockSpan(from: number, to: number, zone: DisplayZone, language: Language): string {
  const end = clockInZone(to, zone, language);
  return `${clockInZone(from, zone, language)} – ${end === "00:00" ? "24:00" : end}`;
}

/** Returns the clock times of an hour of a day. The last hour of a day is shorter if clocks change by half an hour. */
export function hourName(day: string, hour: string, zone: DisplayZone, language: Language): string {
  const from = startOf(day, zone) + Number(hour) * hourMs;
  const end = startOf(new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10), zone);
  // The address may come from a user in another time zone, and contain a 24th or 25th hour that the day does not have
  // in this time zone. The server refuses such an hour.
  if (from >= end) return `${hour}:00 – ${Number(hour) + 1}:00`;
  return clockSpan(from, Math.min(from + hourMs, end), zone, language);
}

function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `GMT${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/**
 * Returns the name of the time zone: `Asia/Manila (GMT+8)` for the device's, `GMT+8` if only its offset is known, and
 * `Asia/Manila` for the account's.
 */
export function zoneName(zone: DisplayZone): string {
  const name = zone.name.replaceAll("_", " ");
  if (zone.kind === "account") return name;
  const offset = offsetName(zone.offsetMinutes);
  return name === "" ? offset : `${name} (${offset})`;
}
