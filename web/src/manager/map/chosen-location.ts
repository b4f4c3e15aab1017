import { hrefOf, ownHref } from "#shared/routing/routes.ts";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

const slot = "reposo.chosenPlace";

/**
 * Returns the link to the page that selects a location; `at` is the initial location. After the selection, the browser
 * opens `next`, an address within the app, with `latitude` and `longitude` in its query. Without `next`, it goes back,
 * and `claimChosenLocation()` returns the location once.
 */
export const chooseHref = ({ at, next }: { at: Coordinates | null; next: string | null }): string =>
  hrefOf("locationChoose", {
    latitude: at === null ? null : String(at.latitude),
    longitude: at === null ? null : String(at.longitude),
    next,
  });

/**
 * Returns the address `next` with the selected location in its query. Null if `next` is missing or not a page of the
 * app; the caller then goes back or opens the home page.
 */
export function answerHref(next: string | null, chosen: Coordinates, origin: string): string | null {
  const own = ownHref(next, origin);
  if (own === null) return null;
  const { latitude, longitude } = roundCoordinates(chosen);
  const url = new URL(own, origin);
  url.searchParams.set("latitude", String(latitude));
  url.searchParams.set("longitude", String(longitude));
  return url.pathname + url.search;
}

export function storeChosenLocation(chosen: Coordinates): void {
  try {
    window.sessionStorage.setItem(slot, JSON.stringify(roundCoordinates(chosen)));
  } catch {
    // Storage is unavailable. With `next`, the address contains the location; otherwise it is lost.
  }
}

/** Returns the location that was selected last, and removes it; null if there is none. */
export function claimChosenLocation(): Coordinates | null {
  try {
    const text = window.sessionStorage.getItem(slot);
    window.sessionStorage.removeItem(slot);
    return JSON.parse(text ?? "null") as Coordinates | null;
  } catch {
    return null;
  }
}
