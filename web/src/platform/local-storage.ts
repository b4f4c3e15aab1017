/** Stands in where the browser refuses storage (private windows, some wallets' browsers): good for this page. */
const memory = new Map<string, string>();

const prefix = "reposo.";

export function readStored(name: string): string | null {
  try {
    return window.localStorage.getItem(prefix + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(prefix + name);
    else window.localStorage.setItem(prefix + name, value);
  } catch {
    if (value === null) memory.delete(name);
    else memory.set(name, value);
  }
}
