import { type Currency, currencies } from "@reposo/contract/fields.ts";

/** Why a cell can't be taken; the file's reader adds where it stands. */
export class BadCell extends Error {}

export interface Column<T> {
  /** Whether the file must have the column at all. */
  readonly mandatory: boolean;
  /** @throws BadCell */
  readonly read: (text: string) => T;
}

const mandatory = <T>(read: (text: string) => T): Column<T> => ({
  mandatory: true,
  read: (text) => {
    if (text === "") throw new BadCell("must not be empty");
    return read(text);
  },
});

/** Takes an empty cell for `empty`; an absent column says nothing at all. */
export const optional = <T, E>(column: Column<T>, empty: E): Column<T | E> => ({
  mandatory: false,
  read: (text) => (text === "" ? empty : column.read(text)),
});

export const text: Column<string> = mandatory((value) => value);

export const oneOf = <const V extends readonly string[]>(values: V): Column<V[number]> =>
  mandatory((value) => {
    if (values.includes(value)) return value;
    throw new BadCell(`"${value}" is none of ${values.join(", ")}`);
  });

export const currency: Column<Currency> = oneOf(currencies);

export const yesNo: Column<boolean> = mandatory((value) => {
  if (value !== "yes" && value !== "no") throw new BadCell(`"${value}" is neither yes nor no`);
  return value === "yes";
});

export const integer: Column<number> = mandatory((value) => {
  if (!/^-?\d{1,15}$/.test(value)) throw new BadCell(`"${value}" is no whole number`);
  return Number(value);
});

export const decimal: Column<number> = mandatory((value) => {
  if (!/^-?\d{1,9}(\.\d{1,15})?$/.test(value)) throw new BadCell(`"${value}" is no number like 14.5351`);
  return Number(value);
});

/** `1234.50` into minor units; digits and at most two decimals, so that no reading of a comma can be meant. */
export const amount: Column<number> = mandatory((value) => {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match)
    throw new BadCell(`"${value}" is no amount like 50 or 49.90 (no separators but the decimal point)`);
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
});

/** A day begins in UTC; an instant names its zone. Anything else would mean another moment on another machine. */
export const instant: Column<Date> = mandatory((value) => {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const at = new Date(value);
  const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  const dayExists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(value.slice(0, 10));
  if (!form.test(value) || Number.isNaN(at.getTime()) || !dayExists)
    throw new BadCell(
      `"${value}" is neither a date like 2026-11-21 nor an instant like 2026-11-21T08:00:00+08:00`,
    );
  return at;
});

/** Several values in one cell, parted by semicolons. */
export const list = <T>(item: Column<T>): Column<T[]> =>
  mandatory((value) => {
    const parts = value.split(";").map((part) => part.trim());
    const items = parts.map((part) => {
      if (part === "") throw new BadCell(`"${value}" has an empty place between its semicolons`);
      return item.read(part);
    });
    if (new Set(parts).size < parts.length) throw new BadCell(`"${value}" names something twice`);
    return items;
  });
