import { writeCsvStream } from "hucre/csv";
import { cellText } from "./cell-text.ts";
import { type Cell, type ColumnKind, decimalOf, type Table, wallTimeOf } from "./table.ts";

export const csvType = "text/csv; charset=utf-8";

/** CSV of RFC 4180 in UTF-8; the byte order mark is what makes Excel read it as such. */
export function csvFile({ columns, rows }: Table): ReadableStream<Uint8Array> {
  const write = columns.map(({ kind }) => writers[kind]);
  async function* lines() {
    for await (const row of rows)
      yield row.map((cell, column) => (cell === null ? null : (write[column] ?? writers.text)(cell)));
    // Ends the last line, as the others are ended.
    yield [];
  }
  return writeCsvStream(lines(), { bom: true, columns: columns.map(({ header }) => cellText(header)) });
}

const writers: Record<ColumnKind, (cell: Exclude<Cell, null>) => string> = {
  text: (cell) => cellText(String(cell)),
  count: String,
  hundredths: (cell) => decimalOf(Number(cell)),
  time: (cell) => wallTimeOf(Number(cell)),
};
