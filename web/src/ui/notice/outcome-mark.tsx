import { AlertIcon, CheckIcon } from "#ui/icons/icons.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./outcome-mark.module.css";

/** A large mark above the text that states the outcome. */
export function OutcomeMark({ tone }: { tone: "good" | "warn" | "bad" }) {
  return (
    <span className={classNames(styles.mark, styles[tone])}>
      {tone === "good" ? <CheckIcon /> : <AlertIcon />}
    </span>
  );
}
