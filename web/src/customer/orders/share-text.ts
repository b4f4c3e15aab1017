/** Some browsers throw when the property is read. */
export function canShare(): boolean {
  try {
    return typeof navigator.share === "function";
  } catch {
    return false;
  }
}

/** True if the text was shared or the user cancelled; false if sharing is not possible. */
export async function shareText(title: string, text: string): Promise<boolean> {
  if (!canShare()) return false;
  try {
    await navigator.share({ title, text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Leaves the text selected for manual copying where the browser refuses. */
export async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Refused, or not a secure context.
    field.focus();
    field.setSelectionRange(0, field.value.length);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
