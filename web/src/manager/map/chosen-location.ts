import { hrefOf, ownHref } from "#shared/routing/routes.ts";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

const slot = "reposo.chosenPlace";

/**
 * A page links to `chooseHref({ at, next })` to have a location selected. `next` is the page's own address, which then
 * replaces the history entry of the selection with `latitude` and `longitude` in its query. Without `next`, the
 * browser goes back to the page, where `claimChosenLocation()` returns the location once.
 */
export const chooseHref = ({ at, next }: { at: Coordinates | null; next: string | null }): string =>
  hrefOf("locationChoose", {
    latitude: at === null ? null : String(at.latitude),
    longitude: at === null ? null : String(at.longitude),
    next,
  });

/** The address of the page with the location; null if the selection goes back instead. */
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
    // Storage is unavailable: with `next`, the address still contains the location.
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
