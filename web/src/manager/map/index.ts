export {
  answerHref,
  type Coordinates,
  formatCoordinates,
  phoneMapHref,
  readCoordinates,
  readDegrees,
  roundDegrees,
  webMapHref,
} from "./coordinates.ts";
export { LocationMap } from "./location-map.tsx";
export { type OutletLocation, positionOf, useOutlets } from "./use-outlets.ts";
export { usePosition } from "./use-position.ts";
