import { fill, useText } from "#shared/i18n/i18n.tsx";
import { zoneName } from "./display-zone.ts";
import { useZone } from "./use-zone.ts";
import styles from "./zone-line.module.css";

/** Shows the time zone in which a page counts days and hours. */
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
