import { normaliseCode } from "@reposo/contract/text/typed-text.ts";

/** Shorter texts would match too many numbers to be useful. */
const minNumberLength = 4;

/** The forms in which a typed text is compared with stored numbers, references, and codes; null where it cannot match. */
export interface SearchTerms {
  /** Part of an outlet's name, in lower case. */
  readonly name: string;
  /** Part of a device ID. */
  readonly deviceId: string;
  /** A number, reference, or code in capitals, without hyphens. */
  readonly code: string | null;
  /** The same with the digits that people take for letters of Crockford's alphabet. */
  readonly number: string | null;
  /** The UTC day with which an order number begins. */
  readonly orderDay: Date | null;
  /** The part of an order number after its day, as in the number: `7KQ2-M0`. */
  readonly orderMiddle: string | null;
}

const letters: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

export function searchTerms(text: string): SearchTerms {
  const code = normaliseCode(text).replaceAll("-", "");
  const number = code.replaceAll(/[OIL]/g, (letter) => letters[letter] ?? letter);
  const isLong = code.length >= minNumberLength;
  return {
    name: text,
    deviceId: code,
    code: isLong ? code : null,
    number: isLong ? number : null,
    orderDay: isLong ? dayOf(number) : null,
    orderMiddle: /^[0-9A-Z]{4,8}$/.test(number) ? number.replace(/^.{4}(?=.)/, "$&-") : null,
  };
}

function dayOf(number: string): Date | null {
  const [, year, month, date] = /^(\d\d)(\d\d)(\d\d)/.exec(number) ?? [];
  if (date === undefined) return null;
  const day = new Date(`20${year}-${month}-${date}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}
