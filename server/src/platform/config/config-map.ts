import type { MapSource } from "@reposo/contract/page-rendering.ts";
import type { createSettings } from "./settings.ts";

const places = ["{z}", "{x}", "{y}"];
/** Places of other kinds would stay in the address: one host, so that one origin may be let through. */
const unknownPlace = /\{(?!(?:x|y|z|r)\})/;

/** The tile server of the maps, or null: off by default, for whoever opens a map tells its server where they look. */
export function readMapSource({ text, refuse }: ReturnType<typeof createSettings>): MapSource | null {
  const tilesUrl = text("MAP_TILES_URL");
  const attribution = text("MAP_ATTRIBUTION");
  if (tilesUrl === null) {
    return attribution === null ? null : refuse("MAP_TILES_URL", "is missing beside MAP_ATTRIBUTION");
  }
  const isFit = URL.canParse(tilesUrl) && /^https?:$/.test(new URL(tilesUrl).protocol);
  if (!isFit || unknownPlace.test(tilesUrl) || !places.every((place) => tilesUrl.includes(place))) {
    refuse("MAP_TILES_URL", "must be like https://tiles.example.com/{z}/{x}/{y}.png");
  }
  // Every map is somebody's work, and its licence asks to say whose.
  if (attribution === null) return refuse("MAP_ATTRIBUTION", "is missing beside MAP_TILES_URL");
  return { tilesUrl, attribution };
}
