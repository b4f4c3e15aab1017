import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { useSyncExternalStore } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { onSessionChanged, readManagerToken } from "#shared/session/session-storage.ts";

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

// Called once for all components, because `onSessionChanged` cannot be cancelled.
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

function readSessionId(): string | null {
  const token = readManagerToken();
  return token === null ? null : sessionIdOf(token);
}

/**
 * Returns the manager's token; null without a manager's session. On the server, returns the ID of the session for which
 * the page is rendered.
 */
export function useManagerToken(): string | null {
  const { session } = usePageData();
  const id = useSyncExternalStore(subscribe, readSessionId, () => session?.id ?? null);
  return id === null ? null : (readManagerToken() ?? id);
}
