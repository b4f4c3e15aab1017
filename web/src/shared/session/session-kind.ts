import { useSyncExternalStore } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { readSession, type StoredSession } from "./session-storage.ts";

const noChanges = () => () => undefined;

/**
 * Returns whose session it is; null without one. On the server, and while the app hydrates its markup, this is the
 * session for which the document was rendered.
 */
export function useSessionKind(): StoredSession["kind"] | null {
  const { session } = usePageData();
  return useSyncExternalStore(
    noChanges,
    () => readSession()?.kind ?? null,
    () => session?.kind ?? null,
  );
}

export const useIsManager = (): boolean => useSessionKind() === "manager";
