import type { DeviceFilters } from "./device-filters.ts";
import type { DevicePages } from "./device-pages.ts";

const slot = "reposo.deviceList";

interface Kept {
  readonly token: string;
  readonly filters: DeviceFilters;
  readonly pages: DevicePages;
  readonly scrollY: number;
}

function readKept(token: string | null, filters: DeviceFilters): Kept | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(slot) ?? "null") as Kept | null;
    if (kept === null || token === null || kept.token !== tokenMark(token)) return null;
    return JSON.stringify(kept.filters) === JSON.stringify(filters) ? kept : null;
  } catch {
    return null;
  }
}

/** Enough of the token to know another person by; the token itself is kept in one place only. */
const tokenMark = (token: string): string => token.slice(0, 8);

/** The rows that stood on the screen when this tab left the list, for the way back (a row opens another app). */
export const readKeptPages = (token: string | null, filters: DeviceFilters): DevicePages | null =>
  readKept(token, filters)?.pages ?? null;

const refreshedAtMost = 25;

/** A list of ordinary depth is read anew behind what is shown; a very deep one would be hundreds of calls. */
export function keptPagesUpdatedAt(token: string | null, filters: DeviceFilters): number {
  const depth = readKeptPages(token, filters)?.pages.length ?? 0;
  return depth > refreshedAtMost ? Date.now() : 0;
}

export const readKeptScroll = (token: string | null, filters: DeviceFilters): number | null =>
  readKept(token, filters)?.scrollY ?? null;

export function keepPages(token: string, filters: DeviceFilters, pages: DevicePages, scrollY: number): void {
  try {
    const kept: Kept = { token: tokenMark(token), filters, pages, scrollY };
    window.sessionStorage.setItem(slot, JSON.stringify(kept));
  } catch {
    // Storage refused or full: the list begins at its top again.
  }
}

export function forgetPages(): void {
  try {
    window.sessionStorage.removeItem(slot);
  } catch {
    // Nothing was kept where nothing can be.
  }
}
