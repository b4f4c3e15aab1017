import type { ReactNode } from "react";
import styles from "./icons.module.css";

/** Own drawings on a 24 grid, one stroke; decoration only, so the text beside them carries the meaning. */
export function drawing(content: ReactNode) {
  return function Icon() {
    return (
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {content}
      </svg>
    );
  };
}
