import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { ExportFormatName } from "@reposo/contract/exports.ts";
import type { FileAnswer } from "#platform/http/serve-file.ts";
import { openSnapshot, type Snapshot } from "#platform/snapshot.ts";
import { csvFile, csvType } from "#platform/table-files/csv-file.ts";
import type { Cell, Table } from "#platform/table-files/table.ts";
import { xlsxFile, xlsxType } from "#platform/table-files/xlsx-file.ts";
import type { ExportCall, ExportParts, ExportTable } from "./export-parts.ts";

const writers: Record<
  ExportFormatName,
  { readonly type: string; readonly write: (table: Table) => globalThis.ReadableStream<Uint8Array> }
> = { csv: { type: csvType, write: csvFile }, xlsx: { type: xlsxType, write: xlsxFile } };

/**
 * Takes a place and a snapshot, and gives both back when the last row is written, when nobody receives the file any
 * more, or when it can't be begun.
 */
export async function exportFile(
  { database, places }: Pick<ExportParts, "database" | "places">,
  { caller, request, over }: ExportCall<unknown>,
  tableOf: (snapshot: Snapshot) => Promise<ExportTable>,
): Promise<FileAnswer> {
  const leave = places.take(caller.accountId);
  let snapshot: Snapshot | null = null;
  const end = async () => {
    over.removeEventListener("abort", endNow);
    try {
      await snapshot?.close();
    } finally {
      leave();
    }
  };
  const endNow = () => void end().catch(() => {});
  try {
    snapshot = await openSnapshot(database, over);
    over.addEventListener("abort", endNow);
    const { fileName, count, rows, ...table } = await tableOf(snapshot);
    const { type, write } = writers[request.format];
    const content = write({ ...table, rows: endingWith(rows, end) });
    return {
      name: `${fileName}.${request.format}`,
      type,
      rows: count,
      content: Readable.fromWeb(content as ReadableStream<Uint8Array>),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function* endingWith(rows: AsyncIterable<readonly Cell[]>, end: () => Promise<void>) {
  try {
    yield* rows;
  } finally {
    await end();
  }
}
