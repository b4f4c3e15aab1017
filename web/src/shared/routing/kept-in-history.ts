/** What a page wants to find again when Back, or a reload, returns to this very entry of the history. */
export function keepInHistory(name: string, value: unknown): void {
  const state = window.history.state as object | null;
  try {
    window.history.replaceState({ ...state, [name]: value }, "");
  } catch {
    // Browsers limit how often a page may write to its history; what is not kept starts over.
  }
}

export const keptInHistory = (name: string): unknown =>
  (window.history.state as Record<string, unknown> | null)?.[name];
