import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import styles from "./collection-entry.module.css";
import { formatDifference } from "./format-difference.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";

type Sums = Pick<Collection, "currency" | "counted" | "expected" | "difference">;

/** Compares the counted with the expected amount of a collection or of several ones. */
export function CountComparison({ of: { currency, counted, expected, difference } }: { of: Sums }) {
  const texts = useText("cash");
  const language = useLanguage();
  const money = (amount: number) => formatMoney(amount, currency, language);
  return (
    <>
      <div className={styles.line}>
        <span>{texts.counted}</span>
        <span>{money(counted)}</span>
      </div>
      <div className={styles.line}>
        <span>{texts.expected}</span>
        <span>{money(expected)}</span>
      </div>
      <div className={styles.line}>
        <span className="strong">{texts.difference}</span>
        <span className="strong">{formatDifference(difference, currency, language)}</span>
      </div>
    </>
  );
}
