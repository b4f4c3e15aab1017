import { offsetZone } from "./calendar.ts";

/**
 * Returns the time zone in which the caller's days, such as today, begin: from the Timezone-Offset header, or else from
 * the account.
 */
export const zoneOf = (caller: { readonly timeZone: string }, offsetMinutes: number | null): string =>
  offsetMinutes === null ? caller.timeZone : offsetZone(offsetMinutes);
