/**
 * Holds values that the browser refused to store, until the page is left. Browsers refuse in private windows, if the
 * storage is full, and within some payment apps.
 */
const memory = new Map<string, string | null>();

export const storagePrefix = "reposo.";

/** Returns a value of local storage; null if there is none. */
export function readStored(name: string): string | null {
  const stored = memory.get(name);
  if (stored !== undefined) return stored;
  try {
    return window.localStorage.getItem(storagePrefix + name);
  } catch {
    return null;
  }
}

/** Writes a value to local storage; null removes it. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(storagePrefix + name);
    else window.localStorage.setItem(storagePrefix + name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}
