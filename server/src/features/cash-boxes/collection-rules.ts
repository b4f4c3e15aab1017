import { mostOfNote } from "@reposo/contract/revenue/cash-boxes.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";

const hourMs = 3_600_000;

/** What was recorded offline may be sent this much later. */
export const longestWaitMs = 60 * 24 * hourMs;

/** Phones' clocks differ a little from the server's. */
const aheadMs = 5 * 60_000;

/** When a box counts as emptied; null for an instant that cannot be meant. */
export function collectionTime(claimed: Date, now: Date): Date | null {
  const age = now.getTime() - claimed.getTime();
  if (age < -aheadMs || age > longestWaitMs) return null;
  return age < 0 ? now : claimed;
}

export type NoteRead = { readonly kind: "note"; readonly text: string | null } | { readonly kind: "tooLong" };

/** Line ends of a form's body count as one character, as in the field they were typed into. */
export function readNote(given: string | undefined): NoteRead {
  const text = (given ?? "").replaceAll("\r\n", "\n").trim();
  if (countCharacters(text) > mostOfNote) return { kind: "tooLong" };
  return { kind: "note", text: text === "" ? null : text };
}
