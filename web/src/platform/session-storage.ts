import { readStored, writeStored } from "./local-storage.ts";

/** Whose token this browser holds. A customer's counts as none on the manager's pages (WHO-2). */
export interface StoredSession {
  readonly token: string;
  readonly kind: "customer" | "manager";
}

/** Kept in local storage (SES-1), so that every tab is the same person. */
export function readSession(): StoredSession | null {
  const token = readStored("token");
  if (token === null || token === "") return null;
  return { token, kind: readStored("kind") === "manager" ? "manager" : "customer" };
}

export function storeSession(session: StoredSession): void {
  writeStored("kind", session.kind);
  writeStored("token", session.token);
}

const clearers = new Set<() => void>();

/** What else must go when the session goes: user info, system info, price list, cached queries (SES-4). */
export function onSessionCleared(clear: () => void): void {
  clearers.add(clear);
}

export function clearSession(): void {
  writeStored("token", null);
  writeStored("kind", null);
  for (const clear of clearers) clear();
}

export const storeDeviceId = (deviceId: string): void => writeStored("deviceId", deviceId);
