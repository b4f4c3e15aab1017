import { readStored, writeStored } from "./local-storage.ts";

/** Whose days and hours figures are counted in: this device's, or those of the account at its outlets. */
export type ZoneChoice = "device" | "account";

export const zoneChoice = (): ZoneChoice => (readStored("timeZone") === "account" ? "account" : "device");

export const chooseZone = (choice: ZoneChoice): void =>
  writeStored("timeZone", choice === "account" ? choice : null);

/** The header counts east of Greenwich as positive; `Date` counts it as negative. */
export const timezoneOffset = (now: Date = new Date()): number => 0 - now.getTimezoneOffset();

/**
 * What the Timezone-Offset header says, or null where it stays away and the account's own zone counts: by choice, and
 * for the few zones of history whose offset is no multiple of 15 minutes, which the contract does not take.
 */
export function sentOffset(now: Date = new Date()): number | null {
  const offset = timezoneOffset(now);
  return zoneChoice() === "account" || offset % 15 !== 0 ? null : offset;
}
