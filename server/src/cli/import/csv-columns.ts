import { isHttpsLink, isPhoneNumber, maxMessengerLength } from "#platform/text/contact-values.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { normaliseName, plainText } from "@reposo/contract/text/typed-text.ts";
import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import { parseOpeningHours } from "#features/outlets/index.ts";

/** Thrown for an invalid cell; the reader of the file adds the cell's position. */
export class InvalidCell extends Error {}

export interface Column<T> {
  readonly mandatory: boolean;
  /** Parses a cell. @throws InvalidCell */
  readonly read: (text: string) => T;
}

/** Typographic dashes and full-width digits, which spreadsheets insert, are read as their ASCII characters. */
const mandatory = <T>(read: (text: string) => T, normalise = plainText): Column<T> => ({
  mandatory: true,
  read: (cell) => {
    const text = normalise(cell);
    if (text === "") throw new InvalidCell("must not be empty");
    return read(text);
  },
});

/** Makes a column optional: an empty cell has the value `empty`, and an absent column has no value. */
export const optional = <T, E>(column: Column<T>, empty: E): Column<T | E> => ({
  mandatory: false,
  read: (cell) => (cell.trim() === "" ? empty : column.read(cell)),
});

/** An ID or a code. */
export const identifier: Column<string> = mandatory((value) => value);

/** Characters that reorder the text after them, so that a name looks like another one. */
const directionControl = /[\u202A-\u202E\u2066-\u2069]/;

/** A text of one line. The database cannot store NUL, and a line break would look like a new entry in printed lists. */
export const text: Column<string> = mandatory(
  (value) => value,
  (cell) => {
    if (/\p{Cc}/u.test(cell.trim()))
      throw new InvalidCell("must not contain a line break, a tab, or another control character");
    const [control] = directionControl.exec(cell) ?? [];
    if (control !== undefined)
      throw new InvalidCell(
        `must not contain the invisible character U+${control.charCodeAt(0).toString(16).toUpperCase()}, which changes the direction of text`,
      );
    return normaliseName(cell);
  },
);

/** Maximum characters in the name of an outlet, a gear, or a manager. A longer name would fill a phone's screen. */
export const maxNameLength = 100;
export const maxPhoneLength = 50;

export const textUpTo = (maxLength: number): Column<string> =>
  mandatory((value) => {
    if (countCharacters(value) > maxLength) throw new InvalidCell(`has at most ${maxLength} characters`);
    return value;
  }, text.read);

export const phoneNumber: Column<string> = mandatory((value) => {
  if (isPhoneNumber(value)) return value;
  throw new InvalidCell(`"${value}" is not a phone number such as +63 917 555 0100`);
}, text.read);

export const conversationUrl: Column<string> = mandatory((value) => {
  if (isHttpsLink(value, maxMessengerLength)) return value;
  throw new InvalidCell(`"${value}" is not an https address of at most ${maxMessengerLength} characters`);
}, text.read);

export const oneOf = <const V extends readonly string[]>(values: V): Column<V[number]> =>
  mandatory((value) => {
    if (values.includes(value)) return value;
    throw new InvalidCell(`"${value}" is none of ${values.join(", ")}`);
  });

export const currency: Column<Currency> = oneOf(currencies);

export const yesNo: Column<boolean> = mandatory((value) => {
  if (value !== "yes" && value !== "no") throw new InvalidCell(`"${value}" is neither yes nor no`);
  return value === "yes";
});

export const integer: Column<number> = mandatory((value) => {
  if (!/^-?\d{1,15}$/.test(value)) throw new InvalidCell(`"${value}" is not a whole number`);
  return Number(value);
});

export const decimal: Column<number> = mandatory((value) => {
  if (!/^-?\d{1,9}(\.\d{1,15})?$/.test(value))
    throw new InvalidCell(`"${value}" is not a number like 14.5351`);
  return Number(value);
});

/** Parses `1234.50` as minor units: digits and at most two decimals, since a comma would be ambiguous. */
export const amount: Column<number> = mandatory((value) => {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match)
    throw new InvalidCell(
      `"${value}" is not an amount like 50 or 49.90 (no separators but the decimal point)`,
    );
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
});

/** Parses a date in UTC or an instant with its zone; other formats would depend on the machine's time zone. */
export const instant: Column<Date> = mandatory((value) => {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const at = new Date(value);
  // `new Date` accepts a day such as February 30 and converts it to a day of the next month.
  const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  const dayExists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(value.slice(0, 10));
  if (!form.test(value) || Number.isNaN(at.getTime()) || !dayExists)
    throw new InvalidCell(
      `"${value}" is neither a date like 2026-11-21 nor an instant like 2026-11-21T08:00:00+08:00`,
    );
  return at;
});

export const openingHours: Column<OpeningHours> = mandatory((value) => {
  const parsed = parseOpeningHours(value);
  if (parsed.kind === "invalid") throw new InvalidCell(parsed.problem);
  return parsed.week;
});

/** Parses several values in one cell, separated by semicolons. */
export const list = <T>(item: Column<T>): Column<T[]> =>
  mandatory((value) => {
    const parts = value.split(";").map((part) => part.trim());
    const items = parts.map((part) => {
      if (part === "") throw new InvalidCell(`"${value}" has an empty value between its semicolons`);
      return item.read(part);
    });
    if (new Set(parts).size < parts.length) throw new InvalidCell(`"${value}" contains a value twice`);
    return items;
  });
