import { useEffect, useRef } from "react";

/** Returns the ref of a field that receives the focus when the question that replaced its form is closed. */
export function useFocusAfter(isQuestionOpen: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form's sheet has just opened and would otherwise focus its close button.
    if (wasOpen.current && !isQuestionOpen) field.current?.focus();
    wasOpen.current = isQuestionOpen;
  }, [isQuestionOpen]);
  return field;
}
