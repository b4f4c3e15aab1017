import { ownHref } from "#shared/routing/routes.ts";
import { type Coordinates, roundCoordinates } from "./coordinates.ts";

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
