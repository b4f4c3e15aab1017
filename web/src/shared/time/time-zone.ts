import type { DeviceZone } from "@reposo/contract/page-rendering.ts";
import { deviceTimeZone } from "./date-time.ts";
import { zoneCookie } from "@reposo/contract/sessions/browser-session.ts";
import { pageCookie } from "#shared/storage/page-cookie.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** Which time zone determines the days and hours of figures: that of the user's phone or computer, or the account's. */
export type ZoneChoice = "device" | "account";

export const zoneChoice = (): ZoneChoice => (readStored("timeZone") === "account" ? "account" : "device");

export function chooseZone(choice: ZoneChoice): void {
  writeStored("timeZone", choice === "account" ? choice : null);
  storeZoneCookie();
}

/**
 * Returns the UTC offset in minutes, positive east of Greenwich. `Date` has the opposite sign. Subtracts from 0,
 * because negation would return -0 for UTC.
 */
export const timezoneOffset = (now: Date = new Date()): number => 0 - now.getTimezoneOffset();

/**
 * Returns the value of the Timezone-Offset header in minutes, rounded to quarter-hours, which the server requires. A
 * few historical time zones have other offsets.
 */
export const quarterOffset = (now: Date = new Date()): number => Math.round(timezoneOffset(now) / 15) * 15;

/**
 * Returns the device's time zone, by which the server computes days and hours. Null if the server uses the account's time
 * zone, because the user chose it or the device's offset is not a multiple of 15 minutes.
 */
export function deviceZone(now: Date = new Date()): DeviceZone | null {
  const offsetMinutes = timezoneOffset(now);
  if (zoneChoice() === "account" || offsetMinutes % 15 !== 0) return null;
  return { name: deviceTimeZone(), offsetMinutes };
}

/** Returns a text that identifies a result of `deviceZone`, so that figures of different zones are not confused. */
export const zoneKeyOf = (zone: DeviceZone | null): string | null =>
  zone && (zone.name || String(zone.offsetMinutes));

export const zoneKey = (): string | null => zoneKeyOf(deviceZone());

/** Stores the zone in which this browser counts days in a cookie, so that the server renders documents for it. */
export function storeZoneCookie(): void {
  document.cookie = pageCookie(zoneCookie, zoneKey() ?? "account");
}
