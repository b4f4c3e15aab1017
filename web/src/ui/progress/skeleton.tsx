import { classNames } from "#ui/theme/class-names.ts";
import styles from "./skeleton.module.css";

/**
 * Placeholder for content that is loading. It appears after a short delay, so that it does not flicker before fast
 * responses.
 */
export function Skeleton({
  shape = "line",
}: {
  shape?: "line" | "short" | "field" | "figure" | "row" | "card" | "plot";
}) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />;
}
