import type { Readable } from "node:stream";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { ExportFormatName } from "@reposo/contract/revenue/exports.ts";
import type { FileCall, FileResponse } from "#platform/http/serve-file.ts";
import { openSnapshot, releaseRows, type Snapshot } from "#platform/postgres/snapshot.ts";
import type { Cell, Column, ColumnKind, Table } from "#platform/table-files/table.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { dateIn, type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ExportSlots } from "./export-slots.ts";
import type { ExportLabels, Heading } from "./export-labels.ts";

export interface ExportDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly slots: ExportSlots;
  /** Days after the end of a month, in the outlet's time zone, until the month is closed. */
  readonly monthClosesAfterDays: number;
}

export type ExportCall<R> = Omit<FileCall<Endpoint>, "request"> & {
  readonly request: R & { readonly format: ExportFormatName };
};

export interface ExportTable {
  /** Name of the sheet, for formats with sheets. */
  readonly name: string;
  /** Name of the file without its extension. */
  readonly fileName: string;
  readonly columns: readonly Column[];
  /** Number of rows in all batches. */
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const zoneOfCall = ({ caller, requestedZone }: ExportCall<unknown>): string =>
  zoneOf(caller, requestedZone);

interface Writer {
  readonly type: string;
  readonly write: (table: Table) => Readable;
}

/** A writer is imported for the first file of its format, so that the server starts faster. */
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

/** Formats an hour of the day for a file name, for example `09h`. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}h`;

/** Returns a file name with the first and the last day of a range, and with the hour if the request selects one. */
export function nameWithDays(
  heading: string,
  { from, to }: InstantRange,
  call: ExportCall<{ readonly hour?: number }>,
): string {
  const days = [from, new Date(to.getTime() - 1)].map((at) => dateIn(at, zoneOfCall(call)).toString());
  const { hour } = call.request;
  return [heading, ...new Set(days), ...(hour === undefined ? [] : [formatHour(hour)])].join("_");
}

const batchRows = 200;

/** Splits rows that are already computed into batches. */
export function inBatches<R>(rows: readonly R[]) {
  async function* batches() {
    for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
  }
  return { count: rows.length, batches: batches() };
}

/**
 * Returns a table as a file, whose rows are read while the file is sent. The export counts towards the limits of
 * concurrent exports and holds a snapshot of the database until the last row is read, the client disconnects, or an
 * error occurs.
 * @throws ProductError tooManyTries if a limit of concurrent exports is reached
 */
export async function exportFile(
  { database, slots }: Pick<ExportDependencies, "database" | "slots">,
  { caller, request, signal }: ExportCall<unknown>,
  readTable: (snapshot: Snapshot) => Promise<ExportTable>,
): Promise<FileResponse> {
  const releaseSlot = slots.acquire(caller.accountId);
  let snapshot: Snapshot | null = null;
  const close = async () => {
    signal.removeEventListener("abort", release);
    try {
      await snapshot?.close();
    } finally {
      releaseSlot();
    }
  };
  // The client has disconnected, so an error of `close` cannot be sent to it.
  const release = () => void close().catch(() => {});
  try {
    snapshot = await openSnapshot(database, signal);
    signal.addEventListener("abort", release);
    const { fileName, count, batches, ...table } = await readTable(snapshot);
    const { type, write } = await writers[request.format]();
    return {
      name: `${fileName}.${request.format}`,
      type,
      rows: count,
      content: write({ ...table, batches: closingAfter(batches, close) }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Yields the batches, and calls `close` after the last one, after an error, or if the reader stops earlier. */
async function* closingAfter(
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  close: () => Promise<void>,
) {
  try {
    yield* batches;
  } finally {
    await close();
  }
}

/** Column widths in characters that differ from the default of their kind. */
const widths: Partial<Record<Heading, number>> = {
  orderNumber: 20,
  orderId: 38,
  parentOrderId: 38,
  outlet: 28,
  areaId: 18,
  endReason: 28,
  currency: 10,
  collectionId: 38,
  correctsId: 38,
  movedFromId: 38,
  replaced: 38,
  note: 40,
};
const widthsOfKinds: Record<ColumnKind, number> = { text: 20, count: 10, hundredths: 14, time: 20 };

export const columnsOf = (
  labels: ExportLabels,
  columns: readonly (readonly [Heading, ColumnKind, ...unknown[]])[],
): Column[] =>
  columns.map(([heading, kind]) => ({
    header: labels.headings[heading],
    kind,
    width: widths[heading] ?? widthsOfKinds[kind],
  }));

/** The heading and the kind of a column, and a function that returns its cell in a row. */
export type ExportColumn<R> = readonly [Heading, ColumnKind, (row: R) => Cell];

/**
 * Returns the columns and the cells of a table. Batches of rows and of cells are emptied when they are no longer
 * needed, which limits the memory of a large export.
 */
export function tableOf<R>(
  labels: ExportLabels,
  columns: readonly ExportColumn<R>[],
  batches: AsyncIterable<R[]>,
): Pick<ExportTable, "columns" | "batches"> {
  async function* cells() {
    for await (const batch of batches) {
      const rows = batch.map((row) => columns.map(([, , cellOf]) => cellOf(row)));
      releaseRows(batch);
      yield rows;
      releaseRows(rows);
    }
  }
  return { columns: columnsOf(labels, columns), batches: cells() };
}
