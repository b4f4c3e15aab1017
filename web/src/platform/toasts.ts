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
