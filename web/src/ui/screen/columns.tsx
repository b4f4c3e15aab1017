import type { ReactNode } from "react";
import styles from "./columns.module.css";

/** Two groups of cards: one below the other, or in a wide window side by side. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{side}</div>
    </div>
  );
}
