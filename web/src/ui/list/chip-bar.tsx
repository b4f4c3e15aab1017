import { focusBefore } from "#ui/focus/focus-before.ts";
import { CloseIcon } from "#ui/icons/icons.tsx";
import styles from "./chip-bar.module.css";

export interface Chip {
  readonly key: string;
  readonly label: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/**
 * Moves the focus from a chip that is being removed to an adjacent chip, or if there is none, to the control before the
 * bar.
 */
function moveFocusFrom(chip: HTMLElement): void {
  const item = chip.parentElement;
  const other = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = other?.querySelector("button");
  if (next) next.focus();
  else focusBefore(chip);
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
            onClick={({ currentTarget }) => {
              // Some browsers do not focus pressed buttons, so the focus may be elsewhere and stays there.
              if (currentTarget === document.activeElement) moveFocusFrom(currentTarget);
              chip.onRemove();
            }}
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
