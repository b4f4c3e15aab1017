import type { Readable } from "node:stream";
import type { ExportFormatName } from "@reposo/contract/exports.ts";
import type { FileAnswer } from "#platform/http/serve-file.ts";
import { openSnapshot, type Snapshot } from "#platform/postgres/snapshot.ts";
import type { Cell, Table } from "#platform/table-files/table.ts";
import type { ExportCall, ExportParts, ExportTable } from "./export-parts.ts";

interface Writer {
  readonly type: string;
  readonly write: (table: Table) => Readable;
}

/** Loaded with the first file: no start has to wait for what writes workbooks. */
const writers: Record<ExportFormatName, () => Promise<Writer>> = {
  csv: async () => {
    const { csvFile, csvType } = await import("#platform/table-files/csv-file.ts");
    return { type: csvType, write: csvFile };
  },
  xlsx: async () => {
    const { xlsxFile, xlsxType } = await import("#platform/table-files/xlsx-file.ts");
    return { type: xlsxType, write: xlsxFile };
  },
};

/** What a file's name says of the one hour that it covers. */
export const hourInName = (hour: number | undefined): string[] =>
  hour === undefined ? [] : [`${String(hour).padStart(2, "0")}h`];

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
    const { fileName, count, batches, ...table } = await tableOf(snapshot);
    const { type, write } = await writers[request.format]();
    return {
      name: `${fileName}.${request.format}`,
      type,
      rows: count,
      content: write({ ...table, batches: endingWith(batches, end) }),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function* endingWith(batches: AsyncIterable<readonly (readonly Cell[])[]>, end: () => Promise<void>) {
  try {
    yield* batches;
  } finally {
    await end();
  }
}
