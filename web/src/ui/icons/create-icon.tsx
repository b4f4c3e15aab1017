import type { ReactNode } from "react";
import styles from "./icons.module.css";

/** Icons on a 24 px grid, one stroke; decorative, since a text states the meaning. */
export function createIcon(content: ReactNode) {
  return function Icon() {
    return (
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {content}
      </svg>
    );
  };
}
