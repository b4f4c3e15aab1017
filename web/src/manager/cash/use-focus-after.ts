import { useEffect, useRef } from "react";

/**
 * Returns the ref of a form's field. While the manager is asked to confirm an implausible count, the question replaces
 * the form. When the question is closed, the field receives the focus, unless saving has failed: the failure is then
 * scrolled into view.
 */
export function useFocusAfter(isQuestionOpen: boolean, hasFailed = false) {
  const field = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form's sheet has just opened and would otherwise focus its close button.
    if (wasOpen.current && !isQuestionOpen && !hasFailed) field.current?.focus();
    wasOpen.current = isQuestionOpen;
  }, [isQuestionOpen, hasFailed]);
  return field;
}
