import { useId } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import option from "./option.module.css";
import styles from "./segmented.module.css";
import type { Choice } from "./select.tsx";

export function Segmented<V extends string>({
  label,
  value,
  choices,
  onChange,
  labelShown = false,
}: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  labelShown?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={option.group}>
      <legend className={labelShown ? option.legend : "visually-hidden"}>{label}</legend>
      <div className={styles.track}>
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
