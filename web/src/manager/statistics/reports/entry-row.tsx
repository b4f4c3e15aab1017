import { fullDate } from "@reposo/contract/text/date-styles.ts";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { type DisplayZone, formatInZone, clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Row } from "#ui/list/list.tsx";
import styles from "./entry-row.module.css";
import type { Entry } from "./report-queries.ts";

/** The parts of the location that a row shows because the page does not show them. */
export type ShownLocation = "outletAndDevice" | "device" | "nothing";

export function EntryRow({
  entry,
  zone,
  shownLocation,
  position,
  total,
}: {
  entry: Entry;
  zone: DisplayZone;
  shownLocation: ShownLocation;
  position: number;
  total: number;
}) {
  const texts = useText("entries");
  const language = useLanguage();
  const when = clockInZone(Date.parse(entry.at), zone, language);
  const where =
    shownLocation === "outletAndDevice"
      ? `${isolateText(entry.areaName)} · ${entry.deviceId}`
      : shownLocation === "device"
        ? entry.deviceId
        : null;
  return (
    <Row
      position={position}
      total={total}
      name={entry.entryId}
      href={hrefOf("orders", { orderId: entry.orderId })}
      title={texts[entry.source]}
      detail={
        <>
          {where !== null && <span className={styles.line}>{where}</span>}
          <span className={styles.line}>
            {when} · {fill(texts.orderNumber, { number: entry.orderNumber })}
          </span>
          <LateNote lateAt={entry.lateAt} zone={zone} />
        </>
      }
      meta={
        <span className={entry.amount < 0 ? styles.returned : styles.amount}>
          {formatMoney(entry.amount, entry.currency, language)}
        </span>
      }
    />
  );
}

/** States that an entry was recorded after its month was closed. */
export function LateNote({ lateAt, zone }: { lateAt: string | null; zone: DisplayZone }) {
  const { lateEntry } = useText("entries");
  const language = useLanguage();
  if (lateAt === null) return null;
  const date = formatInZone(Date.parse(lateAt), zone, language, fullDate);
  return <span className={styles.late}>{fill(lateEntry, { date })}</span>;
}
