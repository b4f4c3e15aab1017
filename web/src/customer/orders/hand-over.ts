/** False also where reading the interface throws. */
export function canShare(): boolean {
  try {
    return typeof navigator.share === "function";
  } catch {
    return false;
  }
}

/** True where the text went somewhere, or the person thought better of it; false where there is no way to share. */
export async function shareText(title: string, text: string): Promise<boolean> {
  if (!canShare()) return false;
  try {
    await navigator.share({ title, text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Leaves the field's text selected where the browser does not let a page copy, to be copied by hand. */
export async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Refused, or an address without https: the older way.
    field.focus();
    field.setSelectionRange(0, field.value.length);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}
