import { Readable } from "node:stream";
import { ReadableStream, TransformStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import { XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import type { Table } from "./table.ts";
import type { XlsxTask } from "./xlsx-thread.ts";

export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Memory limits of the thread. In the server's own heap, a million rows occupied 100 MB, of which 10 MB were in use.
 */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 };

/**
 * Streams the file from a separate thread, because writing XML takes several times as long as reading the rows and
 * would delay other calls.
 */
export function xlsxFile(
  { name, columns, batches }: Table,
  maxRowsPerSheet: number = XLSX_MAX_ROWS_PER_SHEET,
): Readable {
  const thread = new Worker(new URL("./xlsx-thread.ts", import.meta.url), { resourceLimits });
  const source = batches[Symbol.asyncIterator]();
  const rows = ReadableStream.from({ [Symbol.asyncIterator]: () => source });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const task: XlsxTask = { name, columns, maxRowsPerSheet, rows, content: writable };
  thread.postMessage(task, [rows, writable]);
  const content = Readable.fromWeb(readable);
  thread.on("error", (error) => content.destroy(error as Error));
  content.once("close", () => {
    void thread.terminate();
    // A terminated thread does not report that it needs no more rows, so the source is closed here.
    Promise.resolve(source.return?.()).catch(() => {});
  });
  return content;
}
