import { Readable } from "node:stream";
import { ReadableStream, TransformStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import { XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import type { Table } from "./table.ts";
import type { XlsxTask } from "./xlsx-thread.ts";

export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * What a writer may keep until its garbage has to be collected; a tenth of it is alive at a time. In the server's own
 * heap, which has no such bound, a million rows left a hundred megabytes behind.
 */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 };

/**
 * An Excel workbook, written as it is read, by a thread of its own: a row as XML costs several times what reading it
 * does, and everybody's calls would wait for it.
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
    // A thread that is ended in the middle tells nobody that it wants no more rows.
    Promise.resolve(source.return?.()).catch(() => {});
  });
  return content;
}
