import type { Currency } from "@reposo/contract/money/currencies.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { cachedFiguresName, sessionIdOf } from "#shared/session/session-storage.ts";
import { dateInZone, displayZone } from "#manager/shared/zone/display-zone.ts";
import { zoneKey } from "#shared/time/time-zone.ts";
import type { Figures } from "./use-figures.ts";

/**
 * The last figures of home and the values on which their layout depends. The next visit shows the figures until it has
 * loaded current ones.
 */
export interface CachedFigures {
  readonly figures: Figures;
  readonly currency: Currency;
  readonly mayOpenDetails: boolean;
}

interface StoredFigures extends CachedFigures {
  readonly caller: string;
}

/**
 * Returns a text that identifies the session and the time zone. Null if days begin in the account's time zone, which
 * is known only after the user info has loaded; figures are then not cached.
 */
function callerOf(token: string): string | null {
  const zone = zoneKey();
  return zone === null ? null : `${sessionIdOf(token)} ${zone}`;
}

/** Stores the figures for the next visit, or removes the stored ones if figures cannot be cached. */
export function storeFigures(token: string, figures: CachedFigures): void {
  const caller = callerOf(token);
  writeStored(
    cachedFiguresName,
    caller === null ? null : JSON.stringify({ ...figures, caller } satisfies StoredFigures),
  );
}

/** Returns the cached figures if they are of the same session, the same time zone, and today; otherwise null. */
export function readCachedFigures(token: string): CachedFigures | null {
  const caller = callerOf(token);
  if (caller === null) return null;
  try {
    const stored = JSON.parse(readStored(cachedFiguresName) ?? "null") as StoredFigures | null;
    if (stored === null || stored.caller !== caller) return null;
    const zone = displayZone(null);
    const isOfToday = dateInZone(Date.parse(stored.figures.asOf), zone) === dateInZone(serverNow(), zone);
    return isOfToday ? stored : null;
  } catch {
    return null;
  }
}
