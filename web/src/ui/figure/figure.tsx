import type { ReactNode } from "react";
import styles from "./figure.module.css";

/** Shows the number that a card is about. */
export function Figure({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <span className="soft">{label}</span>
      <span className={styles.value}>{value}</span>
      {note !== undefined && <span className="soft">{note}</span>}
    </div>
  );
}
