import { languageTags } from "@reposo/contract/text/languages.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./change.module.css";
import { type Change, percentText } from "./comparison-rules.ts";

const arrows = {
  up: "M6 1.5 11 10H1Z",
  down: "M6 10.5 1 2h10Z",
  same: "M1 3.5h10v1.75H1Zm0 3.5h10v1.75H1Z",
};

/** The direction of a change, as an arrow, so that colour is not the only indication. */
export function ChangeMark({ direction }: Pick<Change, "direction">) {
  return (
    <span className={classNames(styles.mark, direction !== "same" && styles[direction])}>
      <svg className={styles.arrow} viewBox="0 0 12 12" aria-hidden="true">
        <path d={arrows[direction]} />
      </svg>
    </span>
  );
}

/** A change in percent, followed by its amount. */
export function ChangeText({
  change: { direction, amount, fraction },
  format,
}: {
  change: Change;
  /** Formats an amount or a count. */
  format: (value: number) => string;
}) {
  const language = useLanguage();
  const texts = useText("manager");
  if (direction === "same") return texts.noChange;
  // A multiple of a small amount says less than the amount.
  const percent = fraction === null || fraction >= 10 ? null : percentText(fraction, languageTags[language]);
  return (
    <>
      <span className="visually-hidden">{texts[direction === "up" ? "more" : "less"]}: </span>
      {percent !== null && <span>{percent}</span>}
      <span className={classNames(styles.amount, percent !== null && styles.second)}>
        {amount > 0 && "+"}
        {format(amount)}
      </span>
    </>
  );
}
