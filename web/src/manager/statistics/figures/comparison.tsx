import type { ReactNode } from "react";
import { ChangeMark, ChangeText } from "./change.tsx";
import { changeFrom } from "./comparison-rules.ts";
import styles from "./comparison.module.css";

export interface ComparedDay {
  readonly name: string;
  readonly label: ReactNode;
  /** Income until the same time of day, in minor units, or a count. */
  readonly total: number;
}

/** Compares today's income with that of other days until the same minute. */
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
  return (
    <ul className={styles.comparisons}>
      {days.map(({ name, label, total }) => {
        const change = changeFrom(total, today);
        const { direction } = change;
        return (
          <li key={name} className={styles.comparison} data-compared={name} data-direction={direction}>
            <ChangeMark direction={direction} />
            <div className={styles.text}>
              <p className={styles.change}>
                <ChangeText change={change} format={format} />
              </p>
              <p className={styles.base}>
                <span className={styles.total}>{format(total)}</span> <span>{label}</span>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
