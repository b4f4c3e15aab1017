import { useLanguage } from "#shared/i18n/i18n.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import styles from "./details.module.css";
import { daysText } from "./report-context.ts";

/**
 * The total above a list of transactions or of counter cash. `data-behind` gives tests the amount independently of its
 * format.
 */
export function EntryFigure({
  label,
  range,
  amount,
  text,
}: {
  label: string;
  range: { from: string; to: string };
  /** The sum in minor units; null while it is unknown. */
  amount: number | null;
  text: string;
}) {
  const language = useLanguage();
  const zone = useZone();
  return (
    <div className={styles.figure} data-behind={amount ?? undefined}>
      <div className={styles.figureLine}>
        <span className="strong">{label}</span>
        <span className="soft">{daysText(range, zone, language)}</span>
      </div>
      <div className={styles.figureLine}>
        <span className={styles.amount}>{text}</span>
      </div>
    </div>
  );
}
