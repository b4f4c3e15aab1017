import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** Which time zone determines the days and hours of figures: that of the user's phone or computer, or the account's. */
export type ZoneChoice = "device" | "account";

export const zoneChoice = (): ZoneChoice => (readStored("timeZone") === "account" ? "account" : "device");

export const chooseZone = (choice: ZoneChoice): void =>
  writeStored("timeZone", choice === "account" ? choice : null);

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
 * Returns the UTC offset in minutes by which the server computes days and hours. Null if it uses the account's time
 * zone, because the user chose it or the device's offset is not a multiple of 15 minutes.
 */
export function deviceOffset(now: Date = new Date()): number | null {
  const offset = timezoneOffset(now);
  return zoneChoice() === "account" || offset % 15 !== 0 ? null : offset;
}
