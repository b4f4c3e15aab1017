import { classNames } from "#ui/theme/class-names.ts";
import styles from "./skeleton.module.css";

/** The shape of what comes, shown after 150 ms so that quick answers do not flicker. */
export function Skeleton({
  shape = "line",
}: {
  shape?: "line" | "short" | "figure" | "row" | "card" | "plot";
}) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
