import { useId } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./choices.module.css";
import option from "./option.module.css";
import type { Choice } from "./select.tsx";

/** Selects one of a few values, which are all visible. None is selected while no choice has the value. */
export function SingleChoice<V extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={option.group}>
      <legend className={option.legend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={classNames(option.option, styles.choice)}>
            <input
              className={option.input}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className={classNames(option.face, styles.face)}>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
