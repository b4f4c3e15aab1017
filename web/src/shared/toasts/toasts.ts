import { useSyncExternalStore } from "react";

export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "error";
}

/** How long a toast is shown (NET-4). A newer toast replaces it. */
export const toastMilliseconds = 2_000;

let current: ToastMessage | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ToastMessage | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function showToast(text: string, tone: ToastMessage["tone"] = "plain"): void {
  clearTimeout(timer);
  lastId += 1;
  show({ id: lastId, text, tone });
  timer = setTimeout(() => show(null), toastMilliseconds);
}

const toastKey = "reposo.toast";
/** A stored toast older than this belongs to a failed navigation, and is not shown. */
const maxStoredMilliseconds = 60_000;

/** Stores the current toast, so that the document that is loaded next shows it. */
export function storeToast(): void {
  if (current === null) return;
  const { text, tone } = current;
  try {
    window.sessionStorage.setItem(toastKey, JSON.stringify({ text, tone, storedAt: Date.now() }));
  } catch {
    // Session storage is unavailable, so the next document shows no toast.
  }
}

/** Shows the toast that the previous document has stored, if any. */
export function showStoredToast(): void {
  try {
    const stored = window.sessionStorage.getItem(toastKey);
    if (stored === null) return;
    window.sessionStorage.removeItem(toastKey);
    const { text, tone, storedAt } = JSON.parse(stored) as ToastMessage & { storedAt: number };
    if (Date.now() - storedAt < maxStoredMilliseconds) showToast(text, tone);
  } catch {
    // Session storage is unavailable, so there is no stored toast.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCurrentToast = (): ToastMessage | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
