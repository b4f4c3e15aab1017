import type { MapSource } from "@reposo/contract/page-rendering.ts";
import { useEffect, useRef, useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { importWithRetry } from "#shared/lazy/import-with-retry.ts";
import { IconButton } from "#ui/button/button.tsx";
import { MinusIcon, PlusIcon } from "#ui/icons/icons.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import type { Coordinates } from "./coordinates.ts";
import type { LocationMapHandle } from "./leaflet-map.ts";
import styles from "./location-map.module.css";

/** Centre of the map if no location is selected. */
const manila: Coordinates = { latitude: 14.5995, longitude: 120.9842 };
/** Zoom levels with and without a location. */
const streets = 16;
const city = 11;

/**
 * Loads the map library, and shows a map with at most one pin. The page also shows the location as text, because the
 * library may fail to load.
 */
export function LocationMap({
  source,
  at,
  onPick,
}: {
  source: MapSource;
  /** Location of the pin; null removes the pin. */
  at: Coordinates | null;
  /** Called when the user selects a location; if absent, the map is read-only. */
  onPick?: (at: Coordinates) => void;
}) {
  const texts = useText("places");
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<LocationMapHandle | null>(null);
  const latest = useRef({ at, onPick });
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const isPicker = onPick !== undefined;

  useEffect(() => {
    latest.current = { at, onPick };
    handle.current?.pinAt(at);
  }, [at, onPick]);

  useEffect(() => {
    let left = false;
    const begin = async () => {
      const { openMap } = await importWithRetry(() => import("./leaflet-map.ts"));
      if (left || element.current === null) return;
      const first = latest.current.at;
      const opened = await openMap({
        element: element.current,
        tilesUrl: source.tilesUrl,
        at: first ?? manila,
        hasMarker: first !== null,
        zoom: first === null ? city : streets,
        onTilesFailed: () => setState("failed"),
        ...(isPicker && { onPick: (selected: Coordinates) => latest.current.onPick?.(selected) }),
      });
      if (left) return opened.remove();
      handle.current = opened;
      // The location may have changed while the map was loading.
      opened.pinAt(latest.current.at);
      setState("shown");
    };
    begin().catch(() => setState("failed"));
    return () => {
      left = true;
      handle.current?.remove();
      handle.current = null;
    };
  }, [source.tilesUrl, isPicker]);

  return (
    <div className="stack-2">
      {state === "failed" && <Banner kind="warn">{isPicker ? texts.mapFailedEnter : texts.mapFailed}</Banner>}
      {state !== "failed" && isPicker && <p className="muted">{texts.chooseLead}</p>}
      <div className={state === "failed" ? styles.hidden : styles.frame}>
        <div
          ref={element}
          className={styles.map}
          role="application"
          aria-label={texts.map}
          data-map={state}
        />
        {state === "loading" && (
          <div className={styles.waiting}>
            <Skeleton shape="card" />
          </div>
        )}
        <div className={styles.zoom}>
          <IconButton label={texts.zoomIn} icon={<PlusIcon />} onClick={() => handle.current?.zoomBy(1)} />
          <IconButton label={texts.zoomOut} icon={<MinusIcon />} onClick={() => handle.current?.zoomBy(-1)} />
        </div>
      </div>
      {state !== "failed" && <Attribution text={source.attribution} />}
    </div>
  );
}

const address = /(https?:\/\/[^\s<>"]+)/;

/** Shows the map's attribution, which is configured on the server as plain text, with its URLs as links. */
function Attribution({ text }: { text: string }) {
  return (
    <p className={styles.attribution}>
      {/* The pattern contains a group, so `split` returns the URLs, too, at the odd indexes. */}
      {text.split(address).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={index} href={part} target="_blank" rel="noopener noreferrer" className={styles.source}>
            {part.replace(/^https?:\/\/(www\.)?/, "")}
          </a>
        ),
      )}
    </p>
  );
}
