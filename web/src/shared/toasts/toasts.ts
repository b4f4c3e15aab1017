import { useSyncExternalStore } from "react";

export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "error";
}

/** How long a toast stays (NET-4); one at a time, a newer one replaces it. */
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

const carriedSlot = "reposo.toast";
/** A carried toast older than this belongs to a navigation that failed. */
const maxCarriedMilliseconds = 60_000;

/** Carries the toast over to the next document. */
export function carryToast(): void {
  if (current === null) return;
  const { text, tone } = current;
  try {
    window.sessionStorage.setItem(carriedSlot, JSON.stringify({ text, tone, carriedAt: Date.now() }));
  } catch {
    // Storage is refused.
  }
}

/** Shows a toast that the previous document carried over. */
export function showCarriedToast(): void {
  try {
    const stored = window.sessionStorage.getItem(carriedSlot);
    if (stored === null) return;
    window.sessionStorage.removeItem(carriedSlot);
    const { text, tone, carriedAt } = JSON.parse(stored) as ToastMessage & { carriedAt: number };
    if (Date.now() - carriedAt < maxCarriedMilliseconds) showToast(text, tone);
  } catch {
    // Storage is refused.
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
