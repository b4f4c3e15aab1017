import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** The token in use. A customer's token does not count on the manager's pages (WHO-2). */
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

/** The token in use, and a customer's token that a manager's login set aside. */
export const storedTokens = (): string[] =>
  [readStored("token"), readStored("customerToken")].filter((token) => token !== null);

/** The cached figures of home; any page that ends the session removes them. */
export const cachedFiguresName = "homeFigures";
/** The same figures as markup, which the document's first script caches and shows. */
const cachedMarkupName = "homeMarkup";

/** The user info for pages that open offline. */
export const offlineUserName = "offlineUser";

const changeListeners = new Set<() => void>();
const cleanups = new Set<() => void>();

/** Subscribes to changes of the session by this page; other tabs receive the browser's `storage` event. */
export function onSessionChanged(listener: () => void): void {
  changeListeners.add(listener);
}

function write(session: StoredSession | null): void {
  writeStored("kind", session?.kind ?? null);
  writeStored("token", session?.token ?? null);
}

/** A manager's login sets the customer's token aside; a customer's never replaces a manager's (WHO-2). */
export function storeSession(session: StoredSession): void {
  const before = readSession();
  if (session.kind === "customer" && before?.kind === "manager") writeStored("customerToken", session.token);
  else {
    if (session.kind === "manager" && before?.kind === "customer") writeStored("customerToken", before.token);
    write(session);
  }
  for (const listener of changeListeners) listener();
}

/** Registers what to discard with the session: user info, system info, price list, cached queries (SES-4). */
export function onSessionCleared(clear: () => void): void {
  cleanups.add(clear);
}

/** Discards this page's data of an ended session. */
export function clearSessionState(): void {
  writeStored(cachedFiguresName, null);
  writeStored(cachedMarkupName, null);
  writeStored(offlineUserName, null);
  for (const clear of cleanups) clear();
}

/** Ends the session of this token unless another session has replaced it; restores the customer's token that was set aside. */
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

export const storeDeviceId = (deviceId: string): void => writeStored("deviceId", deviceId);
