import styles from "./date-range-fields.module.css";
import { Field } from "./field.tsx";

interface DateField {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (date: string) => void;
}

/** Two native date pickers side by side. With enlarged text, they are stacked. */
export function DateRangeFields({
  start,
  end,
  min,
  max,
}: {
  start: DateField;
  end: DateField;
  min: string;
  max: string;
}) {
  return (
    <div className={styles.range}>
      <Field {...start} type="date" min={min} max={max} />
      <Field {...end} type="date" min={min} max={max} />
    </div>
  );
}
