import type { collectionExport } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import {
  allCollections,
  type CollectionFilter,
  collectionFilterOf,
  countCollections,
  sumDifferences,
} from "#features/cash-boxes/index.ts";
import type { FileResponse } from "#platform/http/serve-file.ts";
import { releaseRows, type Snapshot } from "#platform/postgres/snapshot.ts";
import { createWallClock } from "#platform/table-files/cell-values.ts";
import type { Cell, ColumnKind } from "#platform/table-files/table.ts";
import {
  columnsOf,
  type ExportCall,
  exportFile,
  type ExportDependencies,
  inBatches,
  nameWithDays,
  zoneOfCall,
} from "./export-file.ts";
import { exportLabels, type Heading } from "./export-labels.ts";

export type CollectionsRequest = Omit<RequestOf<typeof collectionExport>, "format" | "ticket">;
type CollectionsCall = ExportCall<CollectionsRequest>;

const sums: readonly (readonly [Heading, ColumnKind])[] = [
  ["currency", "text"],
  ["collections", "count"],
  ["expected", "hundredths"],
  ["counted", "hundredths"],
  ["difference", "hundredths"],
];

const columns: Record<CollectionsRequest["rows"], readonly (readonly [Heading, ColumnKind])[]> = {
  collections: [
    ["collected", "time"],
    ["outlet", "text"],
    ["device", "text"],
    ["collector", "text"],
    ["currency", "text"],
    ["expected", "hundredths"],
    ["counted", "hundredths"],
    ["difference", "hundredths"],
    ["collectionKind", "text"],
    ["replaced", "text"],
    ["note", "text"],
    ["recorded", "time"],
    ["recordedBy", "text"],
    ["collectionId", "text"],
    ["correctsId", "text"],
    // A new column must be the last one, because other programs may read files by column position.
    ["movedFromId", "text"],
  ],
  devices: [["device", "text"], ...sums],
  outlets: [["outlet", "text"], ...sums],
  collectors: [["collector", "text"], ...sums],
};

const sheets = {
  collections: "collections",
  devices: "deviceDifferences",
  outlets: "outletDifferences",
  collectors: "collectorDifferences",
} as const;

/**
 * Exports the collections, corrections, adjustments, and voids of a range, or the differences by chair, outlet, or
 * collector (CASH-4).
 */
export const exportCollections =
  (deps: ExportDependencies) =>
  async (call: CollectionsCall): Promise<FileResponse> => {
    const { caller, request, language, offsetMinutes } = call;
    const filter = collectionFilterOf(caller, offsetMinutes, request, deps.clock.now());
    const labels = exportLabels[language];
    const heading = labels.tables[sheets[request.rows]];
    return exportFile(deps, call, async (snapshot) => ({
      name: heading,
      fileName: nameWithDays(heading, filter.range, call),
      columns: columnsOf(labels, columns[request.rows]),
      ...(request.rows === "collections"
        ? {
            count: await countCollections(snapshot.db, filter),
            batches: collectionRows(snapshot, filter, call),
          }
        : await differenceRows(snapshot, filter, request.rows)),
    }));
  };

async function* collectionRows(
  snapshot: Snapshot,
  filter: CollectionFilter,
  call: CollectionsCall,
): AsyncGenerator<(readonly Cell[])[]> {
  const labels = exportLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  for await (const found of snapshot.batches(allCollections(filter))) {
    const rows = found.map((row) => [
      wall(row.collectedAt.getTime()),
      row.outletName,
      row.deviceId,
      row.collectedBy,
      currencyLabels[row.currency],
      row.expectedMinor,
      row.countedMinor,
      row.countedMinor - row.expectedMinor,
      labels.collectionKinds[row.kind],
      row.correctedById,
      row.note,
      wall(row.recordedAt.getTime()),
      row.recordedBy,
      row.collectionId,
      row.correctsId,
      row.movedFromId,
    ]);
    yield rows;
    // The consumer has written these rows when it requests the next ones.
    releaseRows(rows);
  }
}

async function differenceRows(
  snapshot: Snapshot,
  filter: CollectionFilter,
  by: Exclude<CollectionsRequest["rows"], "collections">,
) {
  const found = await sumDifferences(snapshot.db, filter, by);
  return inBatches(
    found.map((row) => [
      row.name,
      currencyLabels[row.currency],
      row.collections,
      row.expected,
      row.counted,
      row.difference,
    ]),
  );
}
