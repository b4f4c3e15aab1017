import { useId } from "react";
import { DownIcon } from "#ui/icons/icons.tsx";
import styles from "./select.module.css";

export interface Choice<V extends string = string> {
  value: V;
  label: string;
}

export function Select<V extends string>({
  label,
  hidesLabel = false,
  value,
  choices,
  onChange,
}: {
  label: string;
  /** Whether only screen readers name the choice, because its values speak for themselves. */
  hidesLabel?: boolean;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <div className="labelled">
      <label className={hidesLabel ? "visually-hidden" : "label"} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <span className={styles.mark}>
          <DownIcon />
        </span>
      </div>
    </div>
  );
}
