import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** The zone of days and hours in figures: the device's or the account's. */
export type ZoneChoice = "device" | "account";

export const zoneChoice = (): ZoneChoice => (readStored("timeZone") === "account" ? "account" : "device");

export const chooseZone = (choice: ZoneChoice): void =>
  writeStored("timeZone", choice === "account" ? choice : null);

/** The header counts east of Greenwich as positive; `Date` counts it as negative. */
export const timezoneOffset = (now: Date = new Date()): number => 0 - now.getTimezoneOffset();

/** The Timezone-Offset header, which accepts whole quarter-hours; a few historical zones have other offsets. */
export const quarterOffset = (now: Date = new Date()): number => Math.round(timezoneOffset(now) / 15) * 15;

/**
 * The offset by which the server computes days and hours; null where it uses the account's zone: by choice, or if the
 * offset is no multiple of 15 minutes.
 */
export function deviceOffset(now: Date = new Date()): number | null {
  const offset = timezoneOffset(now);
  return zoneChoice() === "account" || offset % 15 !== 0 ? null : offset;
}
