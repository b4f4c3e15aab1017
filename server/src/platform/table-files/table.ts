/** What stands in a column, so that each kind of file can write it in its own best way. */
export type ColumnKind =
  | "text"
  | "count"
  /** Integers, such as money in minor units; read as decimal numbers. */
  | "hundredths"
  /** Milliseconds of a clock on the wall: what `Date` would call UTC is the caller's own time. */
  | "time";

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters, for what has widths. */
  readonly width: number;
}

export type Cell = string | number | null;

/**
 * A table whose rows are read while it is written, so that it may be of any length: some hundred at a time, since
 * waiting for each by itself costs several times what writing it does.
 */
export interface Table {
  /** Of the sheet; the files that have none leave it out. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const decimalOf = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const dayMs = 86_400_000;
const lastDate = { day: Number.NaN, text: "" };

/** Of the days since 1970; the same one again and again where rows are in the order of time. */
function dateOf(day: number): string {
  if (lastDate.day !== day)
    Object.assign(lastDate, { day, text: new Date(day * dayMs).toISOString().slice(0, 10) });
  return lastDate.text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** `2026-11-21 14:03:05`, which people read and spreadsheets of any language take for a date. */
export function wallTimeOf(wallMs: number): string {
  const day = Math.floor(wallMs / dayMs);
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${dateOf(day)} ${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}`;
}
