import { type Coordinates, formatCoordinates } from "./coordinates.ts";

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
