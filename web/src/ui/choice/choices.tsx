import { classNames } from "#ui/theme/class-names.ts";
import option from "./option.module.css";
import styles from "./choices.module.css";
import type { Choice } from "./select.tsx";

/** Selects any number of values; none selected means all. */
export function Choices<V extends string>({
  label,
  chosen,
  choices,
  onChange,
  many = false,
}: {
  label: string;
  chosen: readonly V[];
  choices: readonly Choice<V>[];
  onChange: (chosen: V[]) => void;
  /** Whether the choices scroll separately from the page. */
  many?: boolean;
}) {
  return (
    <fieldset className={option.group}>
      <legend className={option.legend}>{label}</legend>
      <div className={classNames(styles.choices, many && styles.many)}>
        {choices.map(({ value, label: name }) => (
          <label key={value} className={classNames(option.option, styles.choice)}>
            <input
              className={option.input}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            />
            <span className={classNames(option.face, styles.face)}>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
