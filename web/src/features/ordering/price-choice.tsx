import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { formatMoney } from "@reposo/contract/money.ts";
import { useId } from "react";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import styles from "./price-choice.module.css";

export type PriceLine = NonNullable<ChairPageData["prices"]>[number];

/** The price list as one choice: minutes, gear and amount of each line. */
export function PriceChoice({
  prices,
  chosen,
  onChoose,
  question,
}: {
  prices: readonly PriceLine[];
  chosen: string;
  onChoose: (priceId: string) => void;
  /** Where it is not a whole massage that is chosen. */
  question?: string;
}) {
  const text = useText("customer");
  const language = useLanguage();
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{question ?? text.choose}</legend>
      {prices.map((price) => (
        <label key={price.priceId} className={styles.line}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={price.priceId}
            checked={price.priceId === chosen}
            onChange={() => onChoose(price.priceId)}
          />
          <span className={styles.edge} aria-hidden="true" />
          <span className={styles.minutes}>{fill(text.minutes, { minutes: price.minutes })}</span>
          <span className={styles.detail}>
            {price.name} · {fill(text.gear, { gear: price.gear })}
          </span>
          <span className={styles.amount}>{formatMoney(price.amount, price.currency, language)}</span>
        </label>
      ))}
    </fieldset>
  );
}
