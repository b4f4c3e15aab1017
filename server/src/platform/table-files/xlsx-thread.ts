import type { ReadableStream, WritableStream } from "node:stream/web";
import { parentPort } from "node:worker_threads";
import type { Cell, Table } from "./table.ts";
import { xlsxContent } from "./xlsx-content.ts";

export interface XlsxTask extends Omit<Table, "batches"> {
  readonly maxRowsPerSheet: number;
  readonly rows: ReadableStream<readonly (readonly Cell[])[]>;
  readonly content: WritableStream<Uint8Array>;
}

parentPort?.once("message", ({ rows, content, maxRowsPerSheet, ...table }: XlsxTask) => {
  // An error reaches the main thread through `content`, so it is ignored here.
  xlsxContent({ ...table, batches: rows }, maxRowsPerSheet)
    .pipeTo(content)
    .catch(() => {});
});
