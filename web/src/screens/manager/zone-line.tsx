import { fill, useText } from "#platform/i18n.tsx";
import { type ShownZone, shownZone, zoneName } from "#platform/shown-zone.ts";
import { useManager } from "./manager-session.tsx";
import styles from "./zone-line.module.css";

/** The zone whose days and hours the figures on the screen are counted in. */
export const useZone = (): ShownZone => shownZone(useManager().userInfo?.timeZone ?? null);

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
