import type { ReadableStream } from "node:stream/web";
import { writeXlsxStream } from "hucre/xlsx";
import { cellText } from "./cell-values.ts";
import type { Cell, Column, ColumnKind, Table } from "./table.ts";

/** Streams an Excel workbook. Rows beyond `maxRowsPerSheet` continue on another sheet, which repeats the headings. */
export function xlsxContent(
  { name, columns, batches }: Table,
  maxRowsPerSheet: number,
): ReadableStream<Uint8Array> {
  const values = columns.map(({ kind }) => cellValueOf[kind]);
  const cells = (row: readonly Cell[]) =>
    row.map((cell, column) => (cell === null ? null : (values[column] ?? cellValueOf.text)(cell)));
  return writeXlsxStream(oneByOne(batches, cells), {
    name,
    columns: columns.map(toDefinition),
    freezePane: { rows: 1 },
    maxRowsPerSheet,
  });
}

/**
 * Returns rows one by one, as the writer requests them. An async generator would await each row, although most are
 * already available.
 */
function oneByOne<T, R>(batches: AsyncIterable<readonly T[]>, view: (one: T) => R): AsyncIterable<R> {
  return {
    [Symbol.asyncIterator]() {
      const source = batches[Symbol.asyncIterator]();
      let batch: readonly T[] = [];
      let place = 0;
      const taken = (): Promise<IteratorResult<R>> =>
        Promise.resolve({ done: false, value: view(batch[place++] as T) });
      const fetchMore = async (): Promise<IteratorResult<R>> => {
        while (place >= batch.length) {
          const next = await source.next();
          if (next.done === true) return { done: true, value: undefined };
          batch = next.value;
          place = 0;
        }
        return taken();
      };
      return {
        next: () => (place < batch.length ? taken() : fetchMore()),
        async return() {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

const toDefinition = ({ header, kind, width }: Column) => ({
  header: cellText(header),
  width,
  ...(formats[kind] === null ? {} : { style: { numFmt: formats[kind] } }),
});

const formats: Record<ColumnKind, string | null> = {
  text: null,
  count: null,
  hundredths: "#,##0.00",
  time: "yyyy-mm-dd hh:mm:ss",
};

// Excel decodes `_x0041_` as a character, so the underscore of such a sequence is escaped.
const writtenCharacter = /_(?=x[0-9A-Fa-f]{4}_)/g;

const cellValueOf: Record<ColumnKind, (cell: Exclude<Cell, null>) => string | number | Date> = {
  text: (cell) => cellText(String(cell)).replace(writtenCharacter, "_x005F_"),
  count: Number,
  hundredths: (cell) => Number(cell) / 100,
  // The writer uses UTC. Times are truncated to seconds as in CSV files, since Excel would round them.
  time: (cell) => new Date(Math.floor(Number(cell) / 1_000) * 1_000),
};
