import { useId, useRef, useState } from "react";
import { Button } from "#ui/button/button.tsx";
import { copyText } from "./copy-text.ts";
import styles from "./copy-field.module.css";
import { CheckIcon, CopyIcon } from "#ui/icons/icons.tsx";

/** Shows a text with a button that copies it, or selects it if the browser does not allow copying. */
export function CopyField({
  label,
  value,
  copyLabel,
  copiedText,
  byHandText,
  hint,
  variant = "primary",
}: {
  label: string;
  value: string;
  copyLabel: string;
  copiedText: string;
  byHandText: string;
  hint?: string;
  variant?: "primary" | "quiet";
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<"copied" | "byHand" | null>(null);

  async function copy(): Promise<void> {
    if (field.current !== null) setOutcome((await copyText(field.current)) ? "copied" : "byHand");
  }

  return (
    <div className="labelled">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.value}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <Button
        wide
        variant={variant}
        icon={outcome === "copied" ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy()}
      >
        {outcome === "copied" ? copiedText : copyLabel}
      </Button>
      <p className={outcome === "byHand" ? styles.byHand : "visually-hidden"} role="status">
        {outcome === "byHand" ? byHandText : outcome === "copied" ? copiedText : ""}
      </p>
    </div>
  );
}
