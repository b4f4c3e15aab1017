import { classNames } from "#ui/theme/class-names.ts";
import styles from "./progress-bar.module.css";

/** Shows progress. `share` is from 0 to 1; null if it is unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      <svg className={styles.drawing} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect
          className={classNames(styles.bar, share === null && styles.unknown)}
          width={share === null ? 30 : share * 100}
          height="4"
        />
      </svg>
    </div>
  );
}
