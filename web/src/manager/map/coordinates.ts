/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** About a metre. */
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
