export { answerHref } from "./chosen-location.ts";
export { type Coordinates, formatCoordinates, readCoordinates, readDegrees } from "./coordinates.ts";
export { phoneMapHref, webMapHref } from "./coordinates.ts";
export { LocationMap } from "./location-map.tsx";
export { type OutletLocation, positionOf, useOutlets } from "./use-outlets.ts";
export { usePosition } from "./use-position.ts";
