import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { readStored, writeStored } from "./local-storage.ts";
import {
  onSessionChanged,
  onSessionCleared,
  readSession,
  storedTokens,
} from "#shared/session/session-storage.ts";

interface StoredDraft {
  /** The beginning of the session's token, so that `readDraft` returns the draft only to this session. */
  readonly owner: string;
  /** In milliseconds since the epoch. */
  readonly savedAt: number;
  readonly value: object;
}

const slot = "drafts";
const maxDrafts = 10;
const retentionMilliseconds = 7 * 24 * 60 * 60_000;

function readAll(): Record<string, StoredDraft> {
  try {
    return JSON.parse(readStored(slot) ?? "{}") as Record<string, StoredDraft>;
  } catch {
    return {};
  }
}

function writeAll(drafts: Record<string, StoredDraft>): void {
  const newest = Object.entries(drafts)
    .sort(([, one], [, other]) => other.savedAt - one.savedAt)
    .slice(0, maxDrafts);
  writeStored(slot, newest.length === 0 ? null : JSON.stringify(Object.fromEntries(newest)));
}

/** Returns the current session's draft of this name; null if there is none or it is older than seven days. */
export function readDraft(name: string): object | null {
  const draft = readAll()[name];
  const token = readSession()?.token;
  if (draft === undefined || token === undefined || draft.owner !== sessionIdOf(token)) return null;
  return Date.now() - draft.savedAt < retentionMilliseconds ? draft.value : null;
}

/** Returns all drafts whose names have this prefix, of any session. */
export const readDrafts = (prefix: string): object[] =>
  Object.entries(readAll())
    .filter(([name]) => name.startsWith(prefix))
    .map(([, { value }]) => value);

/**
 * Stores a draft of the current session. Null, or a missing session, removes the draft. Only the `maxDrafts` newest
 * drafts of this browser are kept.
 */
export function writeDraft(name: string, value: object | null): void {
  const drafts = readAll();
  const token = readSession()?.token;
  if (value !== null && token !== undefined)
    writeAll({ ...drafts, [name]: { owner: sessionIdOf(token), savedAt: Date.now(), value } });
  else if (name in drafts) {
    delete drafts[name];
    writeAll(drafts);
  }
}

/** Removes the drafts of ended sessions (SES-4). */
function purgeDrafts(): void {
  const drafts = readAll();
  const owners = storedTokens().map(sessionIdOf);
  const remaining = Object.entries(drafts).filter(([, { owner }]) => owners.includes(owner));
  if (remaining.length < Object.keys(drafts).length) writeAll(Object.fromEntries(remaining));
}

/**
 * Purges drafts when the session changes or ends. Called once by each app, because a session may also end on a page
 * without drafts.
 */
export function purgeDraftsWithSession(): void {
  onSessionChanged(purgeDrafts);
  onSessionCleared(purgeDrafts);
}
