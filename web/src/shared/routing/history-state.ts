/** State of this history entry, restored by Back and reload. */
export function storeHistoryState(name: string, value: unknown): void {
  const state = window.history.state as object | null;
  try {
    window.history.replaceState({ ...state, [name]: value }, "");
  } catch {
    // Browsers limit history updates; without one the state starts over.
  }
}

export const readHistoryState = (name: string): unknown =>
  (window.history.state as Record<string, unknown> | null)?.[name];
