import { AlertIcon, CheckIcon } from "#ui/icons/icons.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./outcome-mark.module.css";

export function OutcomeMark({ tone }: { tone: "good" | "warn" | "bad" }) {
  return (
    <span className={classNames(styles.mark, styles[tone])}>
      {tone === "good" ? <CheckIcon /> : <AlertIcon />}
    </span>
  );
}
