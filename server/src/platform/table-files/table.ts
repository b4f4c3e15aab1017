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

/** `2026-11-21 14:03:05`, which people read and spreadsheets of any language take for a date. */
export const wallTimeOf = (wallMs: number): string =>
  new Date(wallMs).toISOString().slice(0, 19).replace("T", " ");
