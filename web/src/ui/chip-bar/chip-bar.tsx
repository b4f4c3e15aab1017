import { CloseIcon } from "#ui/icons/icons.tsx";
import styles from "./chip-bar.module.css";

export interface Chip {
  readonly key: string;
  readonly label: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

export function ChipBar({ label, chips }: { label: string; chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.bar} aria-label={label}>
      {chips.map((chip) => (
        <li key={chip.key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={chip.removeLabel}
            title={chip.removeLabel}
            onClick={chip.onRemove}
          >
            <span className={styles.face}>
              <bdi>{chip.label}</bdi>
              <CloseIcon />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
