import { useSyncExternalStore } from "react";
import { onSessionChanged, readManagerToken } from "#shared/session/session-storage.ts";

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

onSessionChanged(notify);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // All tabs share one session, so this tab must react to changes by other tabs.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const useManagerToken = (): string | null =>
  useSyncExternalStore(subscribe, readManagerToken, () => null);
