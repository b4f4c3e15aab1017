export { answerHref, keepChosenPlace } from "./chosen-place.ts";
export { type Coordinates, formatCoordinates, readCoordinates, readDegrees } from "./coordinates.ts";
export { phoneMapHref, webMapHref } from "./phone-map.ts";
export { PlaceMap } from "./place-map.tsx";
export { type OutletPlace, positionOf, useOutlets } from "./use-outlets.ts";
export { usePosition } from "./use-position.ts";
