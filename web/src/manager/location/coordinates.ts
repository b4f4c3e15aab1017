import { plainText } from "@reposo/contract/text/typed-text.ts";
import { ownHref } from "#shared/routing/routes.ts";

/** Latitude and longitude in degrees (WGS 84). */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Six decimals of a degree correspond to about 0.1 metres. */
const decimals = 6;
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(decimals));

export const roundCoordinates = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: roundDegrees(latitude),
  // Converts the longitude to -180 to 180, because it exceeds this range after a map was dragged around the world.
  longitude: roundDegrees(((((longitude + 180) % 360) + 360) % 360) - 180),
});

/** Returns coordinates as texts of form fields, which are empty without coordinates. */
export function coordinateTexts(at: Coordinates | null): { latitude: string; longitude: string } {
  if (at === null) return { latitude: "", longitude: "" };
  const { latitude, longitude } = roundCoordinates(at);
  return { latitude: String(latitude), longitude: String(longitude) };
}

/** Formats coordinates as `14.584712, 121.056934`. */
export const formatCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${roundDegrees(latitude)}, ${roundDegrees(longitude)}`;

/** Parses degrees with a decimal point or comma; null if they are invalid or their absolute value exceeds `limit`. */
export function readDegrees(text: string, limit: 90 | 180): number | null {
  const plain = plainText(text).replace(",", ".");
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = roundDegrees(Number(plain));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** Reads coordinates from an address; null if incomplete or out of range. */
export function readCoordinates(query: URLSearchParams): Coordinates | null {
  const latitude = readDegrees(query.get("latitude") ?? "", 90);
  const longitude = readDegrees(query.get("longitude") ?? "", 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

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

/** Returns the URL that opens the map app of a phone; null on other devices. */
export function phoneMapHref(at: Coordinates, name: string, userAgent: string): string | null {
  const point = formatCoordinates(at).replace(" ", "");
  const label = encodeURIComponent(name);
  if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${label})`;
  if (/iphone|ipad|ipod/i.test(userAgent)) return `maps://?q=${label}&ll=${point}`;
  return null;
}

/** Returns the URL of the location on the OpenStreetMap website. */
export function webMapHref({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
