import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import type { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { allEntries, countEntries, type EntryFilter } from "#features/revenue/index.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import {
  createReports,
  entryFilterOf,
  type IncomeEntryRow,
  reportRange,
  viewEntries,
} from "#features/statistics/index.ts";
import type { FileResponse } from "#platform/http/serve-file.ts";
import { invalidField } from "#platform/http/product-error.ts";
import type { Snapshot } from "#platform/postgres/snapshot.ts";
import { createWallClock } from "#platform/table-files/cell-values.ts";
import type { ColumnKind } from "#platform/table-files/table.ts";
import {
  columnsOf,
  type ExportCall,
  type ExportColumn,
  exportFile,
  type ExportDependencies,
  inBatches,
  nameWithDays,
  tableOf,
  zoneOfCall,
} from "./export-file.ts";
import { exportLabels, type Heading } from "./export-labels.ts";
import { accountRows, deviceRows, outletRows } from "./report-rows.ts";

export type ReportRequest = Omit<RequestOf<typeof areaExport>, "format" | "ticket">;
type ReportCall = ExportCall<ReportRequest>;

const columns: Record<
  Exclude<ReportRequest["rows"], "entries">,
  readonly (readonly [Heading, ColumnKind])[]
> = {
  outlets: [
    ["outlet", "text"],
    ["areaId", "text"],
    ["currency", "text"],
    ["online", "hundredths"],
    ["cash", "hundredths"],
    ["total", "hundredths"],
    ["orders", "count"],
    ["devices", "count"],
    ["averagePerDevice", "hundredths"],
    ["ordersPerDevice", "hundredths"],
    ["disputes", "hundredths"],
  ],
  devices: [
    ["outlet", "text"],
    ["device", "text"],
    ["currency", "text"],
    ["online", "hundredths"],
    ["cash", "hundredths"],
    ["total", "hundredths"],
    ["orders", "count"],
    ["disputes", "hundredths"],
  ],
  accounts: [
    ["account", "text"],
    ["loginName", "text"],
    ["currency", "text"],
    ["total", "hundredths"],
    ["taken", "hundredths"],
    ["returned", "hundredths"],
    ["orders", "count"],
  ],
};

/**
 * Converts a request to the filters of a report.
 * @throws ProductError if the requested kind of rows does not support a filter of the request, if the caller does
 *   not manage a requested outlet, or if a date is invalid
 */
export function readReport(
  {
    caller,
    request,
    requestedZone,
  }: Pick<ExportCall<unknown>, "caller" | "requestedZone"> & { request: ReportRequest },
  now: Date,
) {
  const { rows, accountId, deviceId, channel, currency } = request;
  const isOverview = rows === "outlets" || rows === "accounts";
  if (isOverview && deviceId !== undefined) throw invalidField("deviceId", "unknown");
  if (rows !== "entries" && channel !== undefined) throw invalidField("channel", "unknown");
  if (rows !== "entries" && accountId !== undefined) throw invalidField("accountId", "unknown");
  if (isOverview && currency !== undefined) throw invalidField("currency", "unknown");
  return {
    outletIds: requireOutlets(caller, request),
    entries: entryFilterOf(caller, requestedZone, request, now),
  };
}

/** Exports the report of a range with one row per ledger entry, or per currency and outlet, device, or account. */
export const exportReport =
  (deps: ExportDependencies) =>
  async (call: ReportCall): Promise<FileResponse> => {
    const { request, language } = call;
    const now = deps.clock.now();
    const { outletIds, entries } = readReport(call, now);
    const labels = exportLabels[language];
    const heading = labels.tables[request.rows];
    return exportFile(deps, call, async (snapshot) => {
      // All figures are computed for the same instant, because midnight may pass while the file is written.
      const reports = createReports({ ...deps, database: snapshot.db, clock: { now: () => now } });
      const rowsOf = {
        outlets: () => outletRows(reports, call),
        devices: () => deviceRows(reports, call, outletIds),
        accounts: () => accountRows(reports, call),
      };
      const { rows } = request;
      return {
        name: heading,
        fileName: nameWithDays(heading, reportRange(request, now, zoneOfCall(call)), call),
        ...(rows === "entries"
          ? {
              count: await countEntries(snapshot.db, entries),
              ...tableOf(labels, columnsOfEntries(call), viewedEntries(deps, snapshot, entries)),
            }
          : { columns: columnsOf(labels, columns[rows]), ...inBatches(await rowsOf[rows]()) }),
      };
    });
  };

const columnsOfEntries = (call: ReportCall): readonly ExportColumn<IncomeEntryRow>[] => {
  const labels = exportLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  return [
    ["time", "time", (entry) => wall(Date.parse(entry.at))],
    ["outlet", "text", (entry) => entry.areaName],
    ["device", "text", (entry) => entry.deviceId],
    ["orderNumber", "text", (entry) => entry.orderNumber],
    ["channel", "text", (entry) => labels.channels[entry.channel]],
    ["source", "text", (entry) => labels.sources[entry.source]],
    ["amount", "hundredths", (entry) => entry.amount],
    ["currency", "text", (entry) => currencyLabels[entry.currency]],
    ["orderId", "text", (entry) => entry.orderId],
    ["entryId", "text", (entry) => entry.entryId],
    ["lateEntry", "time", ({ lateAt }) => (lateAt === null ? null : wall(Date.parse(lateAt)))],
  ];
};

/** Yields the matching ledger entries in batches, with the names and numbers of their outlets and orders. */
async function* viewedEntries(
  { database, monthClosesAfterDays }: ExportDependencies,
  snapshot: Snapshot,
  filter: EntryFilter,
) {
  // Reads outlet names and order numbers through another connection, because the snapshot's connection is reading rows.
  // These names and numbers may be newer than the snapshot, which does not affect amounts.
  for await (const entries of snapshot.batches(allEntries({ ...filter, monthClosesAfterDays })))
    yield await viewEntries(database, entries);
}
