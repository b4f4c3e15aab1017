import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/** Shows a state as text, so that it does not depend on colour. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: "neutral" | "good" | "warn" | "bad" | "accent";
  children: ReactNode;
}) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
