import { languageTags } from "@reposo/contract/text/languages.ts";
import type { ReactNode } from "react";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { changeFrom, percentText } from "./comparison-rules.ts";
import styles from "./comparison.module.css";

export interface ComparedDay {
  readonly name: string;
  readonly label: ReactNode;
  /** Income until the same time of day, in minor units, or a count. */
  readonly total: number;
}

const arrows = {
  up: "M6 1.5 11 10H1Z",
  down: "M6 10.5 1 2h10Z",
  same: "M1 3.5h10v1.75H1Zm0 3.5h10v1.75H1Z",
};

/**
 * Compares today's income with that of other days until the same minute. Texts, signs, and arrows show the change, so
 * that colour is not the only indication.
 */
export function Comparison({
  today,
  format,
  days,
}: {
  today: number;
  /** Formats an amount or a count. */
  format: (value: number) => string;
  days: readonly ComparedDay[];
}) {
  const language = useLanguage();
  const texts = useText("manager");
  const labels = { up: texts.more, down: texts.less, same: texts.noChange };
  return (
    <ul className={styles.comparisons}>
      {days.map(({ name, label, total }) => {
        const { direction, amount, fraction } = changeFrom(total, today);
        return (
          <li key={name} className={styles.comparison} data-compared={name} data-direction={direction}>
            <span className={classNames(styles.mark, direction !== "same" && styles[direction])}>
              <svg className={styles.arrow} viewBox="0 0 12 12" aria-hidden="true">
                <path d={arrows[direction]} />
              </svg>
            </span>
            <div className={styles.text}>
              <p className={styles.change}>
                {direction === "same" ? (
                  labels.same
                ) : (
                  <>
                    <span className="visually-hidden">{labels[direction]}: </span>
                    {fraction !== null && <span>{percentText(fraction, languageTags[language])}</span>}
                    <span className={fraction === null ? undefined : styles.amount}>
                      {amount > 0 && "+"}
                      {format(amount)}
                    </span>
                  </>
                )}
              </p>
              <p className={styles.base}>
                <span>{label}</span> <span className={styles.total}>{format(total)}</span>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
