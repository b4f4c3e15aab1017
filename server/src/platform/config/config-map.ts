import type { MapSource } from "@reposo/contract/page-rendering.ts";
import type { createSettings } from "./settings.ts";

const places = ["{z}", "{x}", "{y}"];
/** Other placeholders are not supported: all tiles come from one host, which the content security policy allows. */
const unknownPlace = /\{(?!(?:x|y|z|r)\})/;

/** The tile server of the maps; null by default, since it learns which places a user views. */
export function readMapSource({ text, reject }: ReturnType<typeof createSettings>): MapSource | null {
  const tilesUrl = text("MAP_TILES_URL");
  const attribution = text("MAP_ATTRIBUTION");
  if (tilesUrl === null) {
    return attribution === null ? null : reject("MAP_TILES_URL", "is required with MAP_ATTRIBUTION");
  }
  const isFit = URL.canParse(tilesUrl) && /^https?:$/.test(new URL(tilesUrl).protocol);
  if (!isFit || unknownPlace.test(tilesUrl) || !places.every((place) => tilesUrl.includes(place))) {
    reject("MAP_TILES_URL", "must be like https://tiles.example.com/{z}/{x}/{y}.png");
  }
  // Licences of maps require an attribution.
  if (attribution === null) return reject("MAP_ATTRIBUTION", "is required with MAP_TILES_URL");
  return { tilesUrl, attribution };
}
