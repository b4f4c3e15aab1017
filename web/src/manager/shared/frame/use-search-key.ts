import { useEffect } from "react";

const editable = "input, textarea, select, [contenteditable]";

/** Moves the focus to the page's search field when the user presses `/` outside of a field. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(editable) !== null) return;
      const field = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (field === null || document.querySelector("dialog[open]") !== null) return;
      // The field must not receive the character.
      event.preventDefault();
      field.focus();
      field.select();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
