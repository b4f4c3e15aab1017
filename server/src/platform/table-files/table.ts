/** Kinds of columns, which each file format writes in its own way. */
export type ColumnKind =
  | "text"
  | "count"
  /** Hundredths as integers, such as money in minor units; written as decimal numbers. */
  | "hundredths"
  /** Local time in milliseconds: the caller's local time as if it were UTC. */
  | "time";

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** In characters, for formats with column widths. */
  readonly width: number;
}

export type Cell = string | number | null;

/** Rows are streamed in batches, since awaiting each row costs several times as much as writing it. */
export interface Table {
  /** Name of the sheet, for formats with sheets. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}
