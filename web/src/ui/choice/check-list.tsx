import option from "./option.module.css";
import styles from "./check-list.module.css";
import type { Choice } from "./select.tsx";

export function CheckList({
  label,
  choices,
  chosen,
  onToggle,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: ReadonlySet<string>;
  onToggle: (value: string) => void;
}) {
  return (
    <fieldset className={styles.list}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.row}>
          <input
            type="checkbox"
            className={option.input}
            checked={chosen.has(choice.value)}
            onChange={() => onToggle(choice.value)}
          />
          <span className={styles.box} aria-hidden="true" />
          <span className={styles.text} dir="auto">
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
