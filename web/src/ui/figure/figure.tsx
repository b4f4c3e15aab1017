import type { ReactNode } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./figure.module.css";

/** Shows a large number. Long amounts are smaller instead of wrapping. */
export function Figure({
  label,
  value,
  note,
  size,
}: {
  label: ReactNode;
  value: string;
  note?: ReactNode;
  size: "headline" | "large";
}) {
  const long = value.length > (size === "headline" ? 12 : 9);
  return (
    <div className={styles.figure}>
      <span className="soft">{label}</span>
      <span className={classNames(styles.value, styles[size], long && styles.long)}>{value}</span>
      {note !== undefined && <span className="soft">{note}</span>}
    </div>
  );
}
