/** Copies the field's text; if the browser refuses, returns false with the text selected for manual copying. */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // The clipboard API is missing outside secure contexts, or the browser refused access.
    field.focus();
    field.setSelectionRange(0, field.value.length);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
