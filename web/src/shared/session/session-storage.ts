import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** The session in use. Manager pages do not accept a customer's token (WHO-2). */
export interface StoredSession {
  readonly token: string;
  readonly kind: "customer" | "manager";
}

/** Reads the session from local storage (SES-1), so that all tabs share it. */
export function readSession(): StoredSession | null {
  const token = readStored("token");
  if (token === null || token === "") return null;
  return { token, kind: readStored("kind") === "manager" ? "manager" : "customer" };
}

/** Returns the manager's token; null if there is none, or if the token is a customer's (WHO-2). */
export function readManagerToken(): string | null {
  const session = readSession();
  return session?.kind === "manager" ? session.token : null;
}

/** Returns the stored tokens: the one in use, and the customer's token that a manager's login has set aside. */
export const storedTokens = (): string[] =>
  [readStored("token"), readStored("customerToken")].filter((token) => token !== null);

/** Name of the stored user info for pages that open offline. */
export const offlineUserName = "offlineUser";

const changeListeners = new Set<() => void>();
const cleanups = new Set<() => void>();

/**
 * Subscribes to changes of the session by this tab. Changes by other tabs are reported by the browser's `storage`
 * event.
 */
export function onSessionChanged(listener: () => void): void {
  changeListeners.add(listener);
}

function write(session: StoredSession | null): void {
  writeStored("kind", session?.kind ?? null);
  writeStored("token", session?.token ?? null);
}

/**
 * Stores a session. A manager's session sets the customer's token aside until logout; a customer's session does not
 * replace a manager's (WHO-2).
 */
export function storeSession(session: StoredSession): void {
  const before = readSession();
  if (session.kind === "customer" && before?.kind === "manager") writeStored("customerToken", session.token);
  else {
    if (session.kind === "manager" && before?.kind === "customer") writeStored("customerToken", before.token);
    write(session);
  }
  for (const listener of changeListeners) listener();
}

/** Registers a function that discards data when the session ends, such as cached queries (SES-4). */
export function onSessionCleared(clear: () => void): void {
  cleanups.add(clear);
}

/** Discards this browser's data of an ended session. */
export function clearSessionState(): void {
  writeStored(offlineUserName, null);
  for (const clear of cleanups) clear();
}

/**
 * Removes the session of this token, unless another session has replaced it, and restores the customer's token that was
 * set aside. In both cases, discards this browser's data of an ended session.
 */
export function clearSession(token: string): void {
  const stored = readSession();
  if (stored?.token === token) {
    const customerToken = stored.kind === "manager" ? readStored("customerToken") : null;
    write(customerToken === null ? null : { token: customerToken, kind: "customer" });
    writeStored("customerToken", null);
    for (const listener of changeListeners) listener();
  }
  clearSessionState();
}

/** Stores the current chair (SES-1), for support and other pages of this origin; the app does not read it. */
export const storeDeviceId = (deviceId: string): void => writeStored("deviceId", deviceId);
