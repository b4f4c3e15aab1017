/** Kinds of columns; each file format writes each kind in its own way. */
export type ColumnKind =
  | "text"
  | "count"
  /** Integers in hundredths, such as money in minor units; written as decimal numbers. */
  | "hundredths"
  /** Local time in milliseconds: local date and time of day, encoded as if they were UTC. */
  | "time";

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** Width in characters, for formats with column widths. */
  readonly width: number;
}

export type Cell = string | number | null;

/** A table whose rows are streamed in batches, since awaiting each row costs several times as much as writing it. */
export interface Table {
  /** Name of the sheet, for formats with sheets. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}
