import { Readable } from "node:stream";
import { CsvStreamWriter } from "hucre/csv";
import { cellText, decimalOf, wallTimeOf } from "./cell-values.ts";
import type { Cell, ColumnKind, Table } from "./table.ts";

export const csvType = "text/csv; charset=utf-8";

const lineEnd = "\r\n";

/** Streams CSV according to RFC 4180 in UTF-8, with the byte order mark that Excel needs. */
export function csvFile({ columns, batches }: Table): Readable {
  const write = columns.map(({ kind }) => writers[kind]);
  const lines = (rows: Iterable<readonly Cell[]>, options?: { bom: boolean; headers: string[] }): Buffer => {
    const writer = new CsvStreamWriter(options);
    for (const row of rows)
      writer.addRow(
        row.map((cell, column) => (cell === null ? null : (write[column] ?? writers.text)(cell))),
      );
    return Buffer.from(writer.finish() + lineEnd);
  };
  async function* chunks() {
    yield lines([], { bom: true, headers: columns.map(({ header }) => cellText(header)) });
    for await (const rows of batches) if (rows.length > 0) yield lines(rows);
  }
  return Readable.from(chunks(), { objectMode: false });
}

const writers: Record<ColumnKind, (cell: Exclude<Cell, null>) => string> = {
  text: (cell) => cellText(String(cell)),
  count: String,
  hundredths: (cell) => decimalOf(Number(cell)),
  time: (cell) => wallTimeOf(Number(cell)),
};
