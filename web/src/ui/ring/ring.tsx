import type { ReactNode } from "react";
import styles from "./ring.module.css";

const radius = 92;
const circumference = 2 * Math.PI * radius;

/**
 * Shows the remaining share of a time as a ring. It is drawn with SVG attributes, because the content security policy
 * allows no inline styles. `turning` shows an indeterminate wait.
 */
export function Ring({
  fraction,
  turning = false,
  children,
}: {
  /** Remaining share, from 1 to 0. */
  fraction: number;
  turning?: boolean;
  children: ReactNode;
}) {
  const left = Math.min(1, Math.max(0, turning ? 0.22 : fraction));
  return (
    <div className={styles.ring}>
      <svg className={turning ? styles.spinning : styles.drawing} viewBox="0 0 200 200" aria-hidden="true">
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
