import { classNames } from "#ui/theme/class-names.ts";
import styles from "./skeleton.module.css";

/** Shown after 150 ms, so that fast responses do not flicker. */
export function Skeleton({
  shape = "line",
}: {
  shape?: "line" | "short" | "figure" | "row" | "card" | "plot";
}) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
