import type { ReactNode } from "react";
import styles from "./ring.module.css";

const radius = 92;
const circumference = 2 * Math.PI * radius;

/**
 * What is left of something, drawn around the number that says it. Attributes, not styles: the server draws
 * it too, under a policy that allows no inline style. `turning` is for a wait whose end is not known.
 */
export function Ring({
  fraction,
  turning = false,
  children,
}: {
  /** 1 is whole, 0 is gone. */
  fraction: number;
  turning?: boolean;
  children: ReactNode;
}) {
  const left = Math.min(1, Math.max(0, turning ? 0.22 : fraction));
  return (
    <div className={styles.ring}>
      <svg className={turning ? styles.turning : styles.drawing} viewBox="0 0 200 200" aria-hidden="true">
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
