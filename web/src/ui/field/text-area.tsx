import { useId } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./text-area.module.css";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  /** Number of characters, counted like on the server; `maxCharacters` is the server's limit. */
  readonly count: number;
  readonly maxCharacters: number;
  /** Text of the counter, such as `12 of 140 characters`. */
  readonly countLabel: string;
  /** Error shown while the text is above the limit; the form then needs no other message when it refuses to send. */
  readonly tooLong: string;
  readonly required?: boolean | undefined;
}

/**
 * A text area with a counter. It accepts text above the limit but shows an error, so that pasted text is not truncated.
 */
export function TextArea(props: Props) {
  const { label, value, onChange, placeholder, count, maxCharacters, countLabel, tooLong, required } = props;
  const id = useId();
  const isOver = count > maxCharacters;
  const error = isOver ? tooLong : props.error;
  return (
    <div className="labelled">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        className={classNames(styles.text, error !== undefined && styles.wrong)}
        rows={3}
        value={value}
        placeholder={placeholder}
        required={required}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-count${error === undefined ? "" : ` ${id}-error`}`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.below}>
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
        <p className={classNames(styles.count, isOver && styles.over)} id={`${id}-count`}>
          <span aria-hidden="true">
            {count}/{maxCharacters}
          </span>
          <span className="visually-hidden">{countLabel}</span>
        </p>
      </div>
    </div>
  );
}
