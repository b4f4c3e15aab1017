import { dateIn } from "@reposo/contract/calendar.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { currencyLabels } from "@reposo/contract/money.ts";
import type { areaExport } from "@reposo/contract/revenue.ts";
import { allEntries, countEntries, type EntryFilter } from "#features/revenue/index.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { createStatistics, entryFilterOf, reportRange, viewEntries } from "#features/statistics/index.ts";
import type { FileAnswer } from "#platform/http/serve-file.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { letGo, type Snapshot } from "#platform/postgres/snapshot.ts";
import { type Cell, type ColumnKind, createWallClock } from "#platform/table-files/table.ts";
import {
  columnsOf,
  type ExportCall,
  exportFile,
  type ExportParts,
  hourInName,
  zoneOfCall,
} from "./export-file.ts";
import { exportLabels, type Heading } from "./export-labels.ts";
import { accountRows, deviceRows, outletRows } from "./report-rows.ts";

export type ReportAsked = Omit<RequestOf<typeof areaExport>, "format" | "ticket">;
type ReportCall = ExportCall<ReportAsked>;

const columns: Record<ReportAsked["rows"], readonly (readonly [Heading, ColumnKind])[]> = {
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
  ],
  devices: [
    ["outlet", "text"],
    ["device", "text"],
    ["currency", "text"],
    ["online", "hundredths"],
    ["cash", "hundredths"],
    ["total", "hundredths"],
    ["orders", "count"],
  ],
  entries: [
    ["time", "time"],
    ["outlet", "text"],
    ["device", "text"],
    ["orderNumber", "text"],
    ["channel", "text"],
    ["source", "text"],
    ["amount", "hundredths"],
    ["currency", "text"],
    ["orderId", "text"],
    ["entryId", "text"],
    ["lateEntry", "time"],
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

/** @throws ProductError where the request narrows down what its rows don't know; see reportRange for its days */
export function readReport(
  {
    caller,
    request,
    offsetMinutes,
  }: Pick<ExportCall<unknown>, "caller" | "offsetMinutes"> & { request: ReportAsked },
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
    entries: entryFilterOf(caller, offsetMinutes, request, now),
  };
}

/** The report of a range: a row an outlet, a device, a movement of money, or an account. */
export const exportReport =
  (parts: ExportParts) =>
  async (call: ReportCall): Promise<FileAnswer> => {
    const { request, language } = call;
    const now = parts.clock.now();
    const { outletIds, entries } = readReport(call, now);
    const labels = exportLabels[language];
    const zone = zoneOfCall(call);
    const { from, to } = reportRange(request, now, zone);
    const days = [from, new Date(to.getTime() - 1)].map((at) => dateIn(at, zone).toString());
    const heading = labels.tables[request.rows];
    return exportFile(parts, call, async (snapshot) => {
      // Midnight may come while the file is made: it is of the day that its name says.
      const statistics = createStatistics({ ...parts, database: snapshot.db, clock: { now: () => now } });
      const rows = await {
        outlets: () => listed(outletRows(statistics, call)),
        devices: () => listed(deviceRows(statistics, call, outletIds)),
        accounts: () => listed(accountRows(statistics, call)),
        entries: async () => ({
          count: await countEntries(snapshot.db, entries),
          batches: entryRows(parts, snapshot, entries, call),
        }),
      }[request.rows]();
      return {
        name: heading,
        fileName: `${heading}_${[...new Set(days), ...hourInName(request.hour)].join("_")}`,
        columns: columnsOf(labels, columns[request.rows]),
        ...rows,
      };
    });
  };

const batchRows = 200;

/** Reports are as long as there are outlets and chairs, and made whole; they are written a few rows at a time. */
async function listed(rows: Promise<Cell[][]>) {
  const whole = await rows;
  async function* inBatches() {
    for (let at = 0; at < whole.length; at += batchRows) yield whole.slice(at, at + batchRows);
  }
  return { count: whole.length, batches: inBatches() };
}

async function* entryRows(
  { database, monthClosesAfterDays }: ExportParts,
  snapshot: Snapshot,
  filter: EntryFilter,
  call: ReportCall,
): AsyncGenerator<(readonly Cell[])[]> {
  const labels = exportLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  const wallOrNone = (at: Date | null) => (at === null ? null : wall(at.getTime()));
  for await (const entries of snapshot.batches(allEntries({ ...filter, monthClosesAfterDays }))) {
    // Beside the snapshot, whose connection is already reading on: names and numbers move no money.
    const viewed = await viewEntries(database, entries);
    const rows = viewed.map((entry, place) => [
      wall(Date.parse(entry.at)),
      entry.areaName,
      entry.deviceId,
      entry.orderNumber,
      labels.channels[entry.channel],
      labels.sources[entry.source],
      entry.amount,
      currencyLabels[entry.currency],
      entry.orderId,
      entry.entryId,
      wallOrNone(entries[place]?.lateAt ?? null),
    ]);
    letGo(viewed);
    yield rows;
    letGo(rows);
  }
}
