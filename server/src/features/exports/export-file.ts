import type { Readable } from "node:stream";
import type { ExportFormatName } from "@reposo/contract/exports.ts";
import type { FileAnswer } from "#platform/http/serve-file.ts";
import { openSnapshot, type Snapshot } from "#platform/postgres/snapshot.ts";
import type { Cell, Column, ColumnKind, Table } from "#platform/table-files/table.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type ManagerCaller, zoneOf } from "#platform/http/caller.ts";
import type { ExportPlaces } from "./export-places.ts";
import type { ExportLabels, Heading } from "./export-labels.ts";

/** What every export stands on. */
export interface ExportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly places: ExportPlaces;
  readonly monthClosesAfterDays: number;
}

/** Who exports, and how it has to read. */
export interface ExportCall<R> {
  readonly caller: ManagerCaller;
  readonly request: R & { readonly format: ExportFormatName };
  readonly language: Language;
  readonly offsetMinutes: number | null;
  /** Aborts once nobody receives the file any more. */
  readonly over: AbortSignal;
}

/** A table to be written, with what is known of it before its first row is read. */
export interface ExportTable {
  /** Of the sheet. */
  readonly name: string;
  readonly fileName: string;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const zoneOfCall = ({ caller, offsetMinutes }: ExportCall<unknown>): string =>
  zoneOf(caller, offsetMinutes);

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

/** How wide each column is, where its kind does not say it. */
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
  replaced: 38,
  note: 40,
};
const widthsOfKinds: Record<ColumnKind, number> = { text: 20, count: 10, hundredths: 14, time: 20 };

export const columnsOf = (
  labels: ExportLabels,
  columns: readonly (readonly [Heading, ColumnKind])[],
): Column[] =>
  columns.map(([heading, kind]) => ({
    header: labels.headings[heading],
    kind,
    width: widths[heading] ?? widthsOfKinds[kind],
  }));
