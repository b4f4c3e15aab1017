/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A metre, roughly; what is beyond is noise. */
const decimals = 6;
const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));

export const roundCoordinates = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: rounded(latitude),
  // A map that was dragged around the world counts on.
  longitude: rounded(((((longitude + 180) % 360) + 360) % 360) - 180),
});

/** `14.584712, 121.056934`, as maps and people exchange it. */
export const formatCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${rounded(latitude)}, ${rounded(longitude)}`;

/** A number of degrees as typed, with a point or a comma; null where it is none, or beyond `limit` either way. */
export function readDegrees(text: string, limit: 90 | 180): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = rounded(Number(plain));
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** What an address carries; null where it is incomplete or no place on earth. */
export function readCoordinates(query: URLSearchParams): Coordinates | null {
  const latitude = readDegrees(query.get("latitude") ?? "", 90);
  const longitude = readDegrees(query.get("longitude") ?? "", 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
