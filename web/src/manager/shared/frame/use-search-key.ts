import { useEffect, useLayoutEffect } from "react";
import { navigate } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";

const editable = "input, textarea, select, [contenteditable]";
/** What a user may have entered, which opening another page would discard. */
const entries = "main form, main textarea, main input:not([type])";

/** Whether the next search field receives the focus when it is shown. */
let isWanted = false;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}

/** Moves the focus to a search field that the user has asked for on a page without one. */
export function useWantedSearch(): void {
  useEffect(() => {
    if (isWanted) isWanted = !focusSearch();
  }, []);
}

/**
 * Moves the focus to the page's search field when the user presses `/` outside of a field.
 * @param opensHome whether a page with neither a search nor a form opens home, which has a search
 */
export function useSearchKey(opensHome: boolean): void {
  // If home has shown no search, that of a later page must not take the focus. A layout effect precedes `useWantedSearch`.
  useLayoutEffect(() => {
    if (opensHome) isWanted = false;
  }, [opensHome]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(editable) !== null) return;
      if (document.querySelector("dialog[open]") !== null) return;
      if (!focusSearch()) {
        if (!opensHome || document.querySelector(entries) !== null) return;
        isWanted = true;
        navigate(hrefOf("home"));
      }
      // The field must not receive the character.
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [opensHome]);
}
