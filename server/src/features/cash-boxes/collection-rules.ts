import { maxNoteCharacters } from "@reposo/contract/revenue/cash-boxes.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseNote } from "@reposo/contract/text/form-text.ts";

const hourMs = 3_600_000;

/** A collection that a phone recorded offline is accepted at most this long after the box was emptied. */
export const maxDelayMs = 60 * 24 * hourMs;

/** Tolerance for phones whose clock is ahead of the server's. */
const maxAheadMs = 5 * 60_000;

/**
 * Returns the time at which the box was emptied. A claimed time up to 5 minutes in the future becomes `now`; the
 * result is null if the claimed time is further ahead or more than 60 days ago.
 */
export function collectionTime(claimed: Date, now: Date): Date | null {
  const age = now.getTime() - claimed.getTime();
  if (age < -maxAheadMs || age > maxDelayMs) return null;
  return age < 0 ? now : claimed;
}

export type NoteRead = { readonly kind: "note"; readonly text: string | null } | { readonly kind: "tooLong" };

export function readNote(given: string | undefined): NoteRead {
  const text = normaliseNote(given ?? "");
  if (countCharacters(text) > maxNoteCharacters) return { kind: "tooLong" };
  return { kind: "note", text: text === "" ? null : text };
}
