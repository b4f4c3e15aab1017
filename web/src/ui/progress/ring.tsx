import type { ReactNode } from "react";
import styles from "./ring.module.css";

const radius = 92;
const circumference = 2 * Math.PI * radius;

/**
 * Shows `fraction`, the remaining share of a time from 1 to 0, as a ring. If it is null, an arc rotates to show an
 * indeterminate wait. The ring is drawn with SVG attributes, because the content security policy allows no inline
 * styles.
 */
export function Ring({ fraction, children }: { fraction: number | null; children: ReactNode }) {
  const left = Math.min(1, Math.max(0, fraction ?? 0.22));
  return (
    <div className={styles.ring}>
      <svg
        className={fraction === null ? styles.spinning : styles.drawing}
        viewBox="0 0 200 200"
        aria-hidden="true"
      >
        <circle className={styles.track} cx="100" cy="100" r={radius} />
        {left > 0 && (
          <circle
            className={styles.left}
            cx="100"
            cy="100"
            r={radius}
            strokeDasharray={circumference.toFixed(2)}
            strokeDashoffset={(circumference * (1 - left)).toFixed(2)}
          />
        )}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}
