import { readStored, writeStored } from "#shared/storage/local-storage.ts";

/** Whose token this browser uses. A customer's counts as none on the manager's pages (WHO-2). */
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

/** The tokens this browser holds: the one in use, and a customer's that a manager's login set aside. */
export const storedTokens = (): string[] =>
  [readStored("token"), readStored("customerToken")].filter((token) => token !== null);

/** Where home keeps its figures for the next visit: whatever page ends the session removes them. */
export const keptFiguresName = "homeFigures";
/** The same as markup, which the document's first script keeps and shows. */
const keptMarkupName = "homeMarkup";

/** Who is logged in, for a page that opens without a connection. */
export const offlineUserName = "offlineUser";

const changeListeners = new Set<() => void>();
const clearers = new Set<() => void>();

/** Calls back after this page changed the stored session; other tabs receive the browser's `storage` event. */
export function onSessionChanged(listener: () => void): void {
  changeListeners.add(listener);
}

function write(session: StoredSession | null): void {
  writeStored("kind", session?.kind ?? null);
  writeStored("token", session?.token ?? null);
}

/**
 * A manager's login sets the customer's token aside until the manager logs out. A customer's token never replaces a
 * manager's (WHO-2).
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

/** Registers what else must go with the session: user info, system info, price list, cached queries (SES-4). */
export function onSessionCleared(clear: () => void): void {
  clearers.add(clear);
}

/** Discards what this page holds of a session that is over. */
export function clearSessionState(): void {
  writeStored(keptFiguresName, null);
  writeStored(keptMarkupName, null);
  writeStored(offlineUserName, null);
  for (const clear of clearers) clear();
}

/** Ends the session of this token here, unless another one has taken its place; the customer's token set aside returns. */
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
