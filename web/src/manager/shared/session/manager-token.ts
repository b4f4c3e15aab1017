import { useSyncExternalStore } from "react";
import { onSessionChanged, readSession } from "#shared/session/session-storage.ts";

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

/** Returns the manager's token; null if there is none, or if the token is a customer's (WHO-2). */
export function readManagerToken(): string | null {
  const session = readSession();
  return session?.kind === "manager" ? session.token : null;
}

export const useManagerToken = (): string | null =>
  useSyncExternalStore(subscribe, readManagerToken, () => null);
