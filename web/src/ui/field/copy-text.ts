/**
 * Copies the value of a field or the text of another element; if the browser refuses, returns false with the text selected
 * for manual copying.
 */
export async function copyText(element: HTMLElement): Promise<boolean> {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  try {
    await navigator.clipboard.writeText(isField ? element.value : (element.textContent ?? ""));
    return true;
  } catch {
    // The clipboard API is missing outside secure contexts, or the browser refused access.
    if (isField) {
      element.focus();
      element.setSelectionRange(0, element.value.length);
    } else getSelection()?.selectAllChildren(element);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
