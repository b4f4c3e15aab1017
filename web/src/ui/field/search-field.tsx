import { useRef } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { CloseIcon, SearchIcon } from "#ui/icons/icons.tsx";
import styles from "./search-field.module.css";

export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
}: {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  function clear(): void {
    onChange("");
    // The button that has the focus disappears, so the focus moves to the field.
    input.current?.focus();
  }
  return (
    <div className={styles.box}>
      <SearchIcon />
      <input
        ref={input}
        className={styles.input}
        dir="auto"
        type="search"
        enterKeyHint="search"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // The list is searched while the user types, so Enter only closes the phone's keyboard.
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
      {value !== "" && <IconButton label={clearLabel} icon={<CloseIcon />} onClick={clear} />}
    </div>
  );
}
