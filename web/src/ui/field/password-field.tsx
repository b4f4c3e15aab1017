import { useState } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { HideIcon, ShowIcon } from "#ui/icons/icons.tsx";

/** A password field with a button that shows the password. Autofill and paste work as in any field. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<FieldProps, "type" | "end" | "code"> & { showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          icon={shown ? <HideIcon /> : <ShowIcon />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
