import { createContext, useContext } from "react";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { type ShownZone, shownZone, zoneName } from "./shown-zone.ts";
import { useManager } from "#manager/session/manager-session.tsx";
import styles from "./zone-line.module.css";

const RenderedZone = createContext<ShownZone | null>(null);
/** For rendering on the server, whose own zone is not the browser's. */
export const RenderedZoneProvider = RenderedZone.Provider;

/** The zone whose days and hours the figures on the screen are counted in. */
export function useZone(): ShownZone {
  const rendered = useContext(RenderedZone);
  const { userInfo } = useManager();
  return rendered ?? shownZone(userInfo?.timeZone ?? null);
}

/** Says it, on every page of figures. */
export function ZoneLine() {
  const texts = useText("manager");
  const zone = useZone();
  const text = zone.kind === "device" ? texts.zoneOfDevice : texts.zoneOfAccount;
  return (
    <p className={styles.line} data-zone={zone.kind}>
      {fill(text, { zone: zoneName(zone) })}
    </p>
  );
}
