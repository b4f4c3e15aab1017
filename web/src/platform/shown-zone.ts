import { type Language, languageTags } from "@reposo/contract/languages.ts";
import { sentOffset } from "./time-zone.ts";

/**
 * The zone that the server's answers are counted in. The device's is a fixed offset, as the header carries it: a change
 * to summer time within the week shown must not move the labels away from the hours that were counted.
 */
export type ShownZone =
  | { readonly kind: "device"; readonly offsetMinutes: number; readonly name: string }
  | { readonly kind: "account"; readonly name: string };

export function shownZone(accountZone: string | null, now: Date = new Date()): ShownZone {
  const offsetMinutes = sentOffset(now);
  if (offsetMinutes === null) return { kind: "account", name: accountZone ?? "UTC" };
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { kind: "device", offsetMinutes, name: timeZone };
}

/** An instant (milliseconds) as the zone's clock and calendar have it. */
export function formatInZone(
  at: number,
  zone: ShownZone,
  language: Language,
  options: Intl.DateTimeFormatOptions,
): string {
  const isDevice = zone.kind === "device";
  const shifted = isDevice ? at + zone.offsetMinutes * 60_000 : at;
  const timeZone = isDevice ? "UTC" : zone.name;
  return new Intl.DateTimeFormat(languageTags[language], { hourCycle: "h23", ...options, timeZone }).format(
    shifted,
  );
}

/** Hours and minutes, the same in every language: 00:05. */
export const clockInZone = (at: number, zone: ShownZone, language: Language): string =>
  formatInZone(at, zone, language, { hour: "2-digit", minute: "2-digit" }).replace(".", ":");

/** `YYYY-MM-DD`, as addresses and calls carry a day. */
export function dateInZone(at: number, zone: ShownZone): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const [month, day, year] = formatInZone(at, zone, "en_US", parts).split("/");
  return `${year}-${month}-${day}`;
}

function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `GMT${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** `Asia/Manila (GMT+8)`. */
export function zoneName(zone: ShownZone): string {
  const place = zone.name.replaceAll("_", " ");
  return zone.kind === "account" ? place : `${place} (${offsetName(zone.offsetMinutes)})`;
}
