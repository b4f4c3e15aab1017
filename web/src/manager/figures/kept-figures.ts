import type { Currency } from "@reposo/contract/fields.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { cachedFiguresName } from "#shared/session/session-storage.ts";
import { dateInZone, shownZone } from "#manager/shared/zone/shown-zone.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import type { Figures } from "./use-figures.ts";

/** The last figures of home and what their layout depends on, for the next visit to show while it fetches its own. */
export interface KeptFigures {
  readonly figures: Figures;
  readonly currency: Currency;
  readonly seesRows: boolean;
}

interface StoredFigures extends KeptFigures {
  readonly caller: string;
}

/**
 * Another session or another zone gets none of them. In the account's own zone none are kept: its name is known only
 * with the user info.
 */
function callerOf(token: string): string | null {
  const offset = sentOffset();
  return offset === null ? null : `${token.slice(0, 8)} ${offset}`;
}

export function keepFigures(token: string, kept: KeptFigures): void {
  const caller = callerOf(token);
  writeStored(
    cachedFiguresName,
    caller === null ? null : JSON.stringify({ ...kept, caller } satisfies StoredFigures),
  );
}

/** Those of this session and of the same day, which are "today" for as long as they are shown. */
export function readKeptFigures(token: string): KeptFigures | null {
  const caller = callerOf(token);
  if (caller === null) return null;
  try {
    const stored = JSON.parse(readStored(cachedFiguresName) ?? "null") as StoredFigures | null;
    if (stored === null || stored.caller !== caller) return null;
    const zone = shownZone(null);
    const isOfToday = dateInZone(Date.parse(stored.figures.asOf), zone) === dateInZone(serverNow(), zone);
    return isOfToday ? stored : null;
  } catch {
    return null;
  }
}
