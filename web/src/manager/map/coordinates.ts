/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Six decimals are about 0.1 metres. */
const decimals = 6;
const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));

export const roundCoordinates = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: rounded(latitude),
  // Longitudes of a map that was dragged around the world exceed 180.
  longitude: rounded(((((longitude + 180) % 360) + 360) % 360) - 180),
});

/** `14.584712, 121.056934` */
export const formatCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${rounded(latitude)}, ${rounded(longitude)}`;

/** Parses degrees with a point or a comma; null if invalid or beyond `limit`. */
export function readDegrees(text: string, limit: 90 | 180): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = rounded(Number(plain));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** Reads coordinates from an address; null if incomplete or out of range. */
export function readCoordinates(query: URLSearchParams): Coordinates | null {
  const latitude = readDegrees(query.get("latitude") ?? "", 90);
  const longitude = readDegrees(query.get("longitude") ?? "", 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The address that opens the phone's map app; null on other devices. */
export function phoneMapHref(at: Coordinates, name: string, userAgent: string): string | null {
  const point = formatCoordinates(at).replace(" ", "");
  const label = encodeURIComponent(name);
  if (/android/i.test(userAgent)) return `geo:${point}?q=${point}(${label})`;
  if (/iphone|ipad|ipod/i.test(userAgent)) return `maps://?q=${label}&ll=${point}`;
  return null;
}

/** A map website, for all other browsers. */
export function webMapHref({ latitude, longitude }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
