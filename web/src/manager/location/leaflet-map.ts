import { type LeafletMouseEvent, divIcon, map as createLeafletMap, marker, tileLayer } from "leaflet";
import leafletStyles from "leaflet/dist/leaflet.css?url";
import type { Coordinates } from "./coordinates.ts";
import styles from "./location-map.module.css";

/** Replaces the library's own pin, which would load two image files in a different style. */
const pinHtml = `<svg viewBox="0 0 44 44" aria-hidden="true">
  <path class="${styles.body}" d="M22 41.5C22 41.5 35.5 29.5 35.5 17.5A13.5 13.5 0 0 0 8.5 17.5C8.5 29.5 22 41.5 22 41.5Z" />
  <path class="${styles.eye}" d="M22 22.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z" />
</svg>`;

export interface MapOptions {
  readonly element: HTMLElement;
  readonly tilesUrl: string;
  readonly at: Coordinates;
  readonly hasMarker: boolean;
  readonly zoom: number;
  /** Called when the user selects a location; if absent, the map is read-only. */
  readonly onPick?: (at: Coordinates) => void;
  readonly onTilesFailed: () => void;
}

export interface LocationMapHandle {
  /** Moves the pin, and also the map if the pin is outside the visible part; removes the pin if `at` is null. */
  pinAt(at: Coordinates | null): void;
  zoomBy(steps: number): void;
  remove(): void;
}

/** Loads the style sheet of the map library. It is separate, because the app's style sheet is inlined in every page. */
function loadStyles(): Promise<void> {
  const known = document.querySelector<HTMLLinkElement>(`link[href="${leafletStyles}"]`);
  if (known !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = leafletStyles;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error("the map's style sheet did not load"));
    });
    document.head.append(link);
  });
}

/** If this many tiles have failed and none has loaded, the map is reported as failed without waiting for others. */
const maxFailures = 4;

/** Opens a map in an element. Rejects if the map's style sheet does not load. */
export async function openMap(options: MapOptions): Promise<LocationMapHandle> {
  await loadStyles();
  const { element, tilesUrl, at, hasMarker, zoom, onPick, onTilesFailed } = options;
  const reducesMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createLeafletMap(element, {
    // The app has its own zoom buttons, which are large enough to tap and labelled in the page's language.
    zoomControl: false,
    attributionControl: false,
    // A map dragged around the world returns to the copy of the world that contains the pin.
    worldCopyJump: true,
    zoomAnimation: !reducesMotion,
    fadeAnimation: !reducesMotion,
    markerZoomAnimation: !reducesMotion,
  }).setView([at.latitude, at.longitude], zoom);

  let [arrived, failed] = [0, 0];
  tileLayer(tilesUrl, { maxZoom: 19 })
    .on("tileload", () => {
      arrived += 1;
    })
    .on("tileerror", () => {
      failed += 1;
      if (arrived === 0 && failed === maxFailures) onTilesFailed();
    })
    // Leaflet also fires `load` after all visible tiles have failed. A small map has fewer tiles than `maxFailures`.
    .on("load", () => {
      if (arrived === 0) onTilesFailed();
    })
    .addTo(map);

  const pin = marker([at.latitude, at.longitude], {
    icon: divIcon({ html: pinHtml, className: styles.pin ?? "", iconSize: [44, 44], iconAnchor: [22, 41] }),
    draggable: onPick !== undefined,
    autoPan: true,
    interactive: onPick !== undefined,
    // The pin is not focusable, because keyboard users type the coordinates.
    keyboard: false,
  });
  if (hasMarker) pin.addTo(map);

  function pinAt(to: Coordinates | null): void {
    if (to === null) return void pin.remove();
    pin.setLatLng([to.latitude, to.longitude]).addTo(map);
    if (!map.getBounds().contains(pin.getLatLng())) map.setView(pin.getLatLng(), Math.max(map.getZoom(), 15));
  }
  if (onPick !== undefined) {
    const pick = (latitude: number, longitude: number) => onPick({ latitude, longitude });
    map.on("click", ({ latlng }: LeafletMouseEvent) => pick(latlng.lat, latlng.lng));
    pin.on("dragend", () => pick(pin.getLatLng().lat, pin.getLatLng().lng));
  }
  return { pinAt, zoomBy: (steps) => void map.zoomIn(steps), remove: () => void map.remove() };
}
