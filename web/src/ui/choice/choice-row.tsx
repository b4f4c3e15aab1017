import { useId, useLayoutEffect, useRef } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import option from "./option.module.css";
import styles from "./choice-row.module.css";
import type { Choice } from "./select.tsx";

/** Selects one of many choices in a row that scrolls sideways, and wraps where there is room. */
export function ChoiceRow<V extends string>({
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
  const row = useRef<HTMLDivElement>(null);

  // The selected choice may be outside the visible part. `scrollIntoView` would also scroll the page.
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>(`[data-choice="${value}"]`);
    if (row.current === null || !chosen) return;
    row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);

  return (
    <fieldset className={option.group}>
      <legend className={labelShown ? option.legend : "visually-hidden"}>{label}</legend>
      <div ref={row} className={styles.row}>
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
