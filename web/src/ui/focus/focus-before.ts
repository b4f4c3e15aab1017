const focusable = "a[href], button:not(:disabled), select:not(:disabled), input:checked:not(:disabled)";

/**
 * Moves the focus from an element that is being removed to the visible link, button, select, or checked input before
 * it.
 */
export function focusBefore(element: HTMLElement): void {
  const before = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      one.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING &&
      one.getClientRects().length > 0,
  );
  before.pop()?.focus();
}
