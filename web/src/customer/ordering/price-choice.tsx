import type { Price } from "@reposo/contract/devices/devices.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { useId } from "react";
import type { Static } from "typebox";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./price-choice.module.css";

export type PriceLine = Static<typeof Price>;

/**
 * Finds the chosen line in a refetched list: the line with the same price ID, otherwise one with the same gear and
 * minutes; undefined if there is neither.
 */
export const sameOffer = (
  lines: readonly PriceLine[],
  chosen: (Pick<PriceLine, "gear" | "minutes"> & Partial<PriceLine>) | null | undefined,
): PriceLine | undefined =>
  lines.find((line) => line.priceId === chosen?.priceId) ??
  lines.find((line) => line.gear === chosen?.gear && line.minutes === chosen.minutes);

export function PriceChoice({
  prices,
  chosen,
  onChoose,
  question,
  payLabel,
  payable,
}: {
  prices: readonly PriceLine[];
  chosen: string;
  onChoose: (line: PriceLine) => void;
  /** Replaces the default question above the lines. */
  question?: string | undefined;
  /** Returns the text of the payment button for an amount. */
  payLabel?: (amount: string) => string;
  /** Amount that remains to be paid with the coupon, in minor units, by price ID; absent without a coupon. */
  payable?: ReadonlyMap<string, number>;
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
            // Read by the document's first script, which changes the pay button before the app runs.
            data-pay-label={payLabel?.(formatMoney(price.amount, price.currency, language))}
            checked={price.priceId === chosen}
            onChange={() => onChoose(price)}
          />
          <span className={styles.edge} aria-hidden="true" />
          <span className={styles.offer}>
            <span className={styles.minutes}>
              {fill(text.minutes, { minutes: price.minutes })}
              {price.popular && <span className={styles.popular}>{text.popular}</span>}
            </span>
            <span className={styles.detail}>
              <UserText>{price.name}</UserText> · {fill(text.gear, { gear: price.gear })}
            </span>
          </span>
          <span className={styles.amount}>
            {payable && (
              <s className={styles.before}>{formatMoney(price.amount, price.currency, language)}</s>
            )}
            {formatMoney(payable?.get(price.priceId) ?? price.amount, price.currency, language)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
