import { type Ref, useId } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import option from "./option.module.css";
import type { Choice } from "./select.tsx";

export interface RadioOptionsProps<V extends string> {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  /** Whether the label is visible; screen readers read it in any case. */
  readonly labelShown?: boolean;
}

/** Radio buttons that look like their labels; the style classes decide how they are arranged. */
export function RadioOptions<V extends string>({
  label,
  value,
  choices,
  onChange,
  labelShown = false,
  group,
  styles,
}: RadioOptionsProps<V> & {
  group?: Ref<HTMLDivElement>;
  styles: Readonly<Record<string, string | undefined>>;
}) {
  const name = useId();
  return (
    <fieldset className={option.group}>
      <legend className={labelShown ? option.legend : "visually-hidden"}>{label}</legend>
      <div ref={group} className={styles.group}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(option.option, styles.choice)}
            data-choice={choice.value}
          >
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
