import { useId } from "react";
import { DownIcon } from "#ui/icons/icons.tsx";
import styles from "./select.module.css";

export interface Choice<V extends string = string> {
  value: V;
  label: string;
}

export function Select<V extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <div className="labelled">
      <label className="label" htmlFor={id}>
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
