import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./field.module.css";

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "onChange" | "value"> & {
  ref?: Ref<HTMLInputElement>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  /** Message that is shown below the field, which is then marked as invalid. */
  error?: string | undefined;
  /** Content at the end of the field, such as a button. */
  end?: ReactNode;
  /** Whether to show large, spaced digits and capitals, for comparison with a printed label. */
  code?: boolean | undefined;
};

export function Field({ label, value, onChange, hint, error, end, code, ...rest }: FieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="labelled">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.box, error !== undefined && styles.wrong)}>
        <input
          dir="auto"
          {...rest}
          id={id}
          className={classNames(styles.input, code && styles.code)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy || undefined}
        />
        {end}
      </div>
      {error !== undefined && (
        <p className="problem" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
