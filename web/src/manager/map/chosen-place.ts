import { hrefOf, ownHref } from "#shared/routing/routes.ts";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

const slot = "reposo.chosenPlace";

/**
 * How a page has a place chosen: it leads to `chooseHref({ at, next })`, and finds the answer where it asked for it.
 * `next` is the page's own address: it is opened again with `latitude` and `longitude` in its query, in the place of
 * the chooser's history entry. Without a `next` the chooser goes back, and `takeChosenPlace()` hands the answer over,
 * once.
 */
export const chooseHref = ({ at, next }: { at: Coordinates | null; next: string | null }): string =>
  hrefOf("locationChoose", {
    latitude: at === null ? null : String(at.latitude),
    longitude: at === null ? null : String(at.longitude),
    next,
  });

/** Where the answer goes; null: back to where the asker came from. */
export function answerHref(next: string | null, chosen: Coordinates, origin: string): string | null {
  const own = ownHref(next, origin);
  if (own === null) return null;
  const { latitude, longitude } = roundCoordinates(chosen);
  const url = new URL(own, origin);
  url.searchParams.set("latitude", String(latitude));
  url.searchParams.set("longitude", String(longitude));
  return url.pathname + url.search;
}

export function keepChosenPlace(chosen: Coordinates): void {
  try {
    window.sessionStorage.setItem(slot, JSON.stringify(roundCoordinates(chosen)));
  } catch {
    // Storage refused: the address still carries the answer where one was asked for.
  }
}

/** The answer to the last question, once. */
export function takeChosenPlace(): Coordinates | null {
  try {
    const text = window.sessionStorage.getItem(slot);
    window.sessionStorage.removeItem(slot);
    return JSON.parse(text ?? "null") as Coordinates | null;
  } catch {
    return null;
  }
}
