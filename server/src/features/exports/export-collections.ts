import type { collectionExport } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import {
  allCollections,
  collectionFilterOf,
  type CollectionRecord,
  countCollections,
  type DifferenceRecord,
  sumDifferences,
} from "#features/cash-boxes/index.ts";
import type { FileResponse } from "#platform/http/serve-file.ts";
import { createWallClock } from "#platform/table-files/cell-values.ts";
import {
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

export type CollectionsRequest = Omit<RequestOf<typeof collectionExport>, "format" | "ticket">;
type CollectionsCall = ExportCall<CollectionsRequest>;

const columnsOfCollections = (call: CollectionsCall): readonly ExportColumn<CollectionRecord>[] => {
  const labels = exportLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  return [
    ["collected", "time", (row) => wall(row.collectedAt.getTime())],
    ["outlet", "text", (row) => row.outletName],
    ["device", "text", (row) => row.deviceId],
    ["collector", "text", (row) => row.collectedBy],
    ["currency", "text", (row) => currencyLabels[row.currency]],
    ["expected", "hundredths", (row) => row.expectedMinor],
    ["counted", "hundredths", (row) => row.countedMinor],
    ["difference", "hundredths", (row) => row.countedMinor - row.expectedMinor],
    ["collectionKind", "text", (row) => labels.collectionKinds[row.kind]],
    ["replaced", "text", (row) => row.correctedById],
    ["note", "text", (row) => row.note],
    ["recorded", "time", (row) => wall(row.recordedAt.getTime())],
    ["recordedBy", "text", (row) => row.recordedBy],
    ["collectionId", "text", (row) => row.collectionId],
    ["correctsId", "text", (row) => row.correctsId],
    // A new column must be the last one, because other programs may read files by column position.
    ["movedFromId", "text", (row) => row.movedFromId],
  ];
};

const columnsOfDifferences = (group: Heading): readonly ExportColumn<DifferenceRecord>[] => [
  [group, "text", ({ name }) => name],
  ["currency", "text", ({ currency }) => currencyLabels[currency]],
  ["collections", "count", ({ collections }) => collections],
  ["expected", "hundredths", ({ expected }) => expected],
  ["counted", "hundredths", ({ counted }) => counted],
  ["difference", "hundredths", ({ difference }) => difference],
];

const groupHeadings = { devices: "device", outlets: "outlet", collectors: "collector" } as const;
const sheets = {
  collections: "collections",
  devices: "deviceDifferences",
  outlets: "outletDifferences",
  collectors: "collectorDifferences",
} as const;

/**
 * Exports the collections, corrections, adjustments, and voids of a range, or the differences between counted and
 * expected amounts by chair, outlet, or collector (CASH-4).
 */
export const exportCollections =
  (deps: ExportDependencies) =>
  async (call: CollectionsCall): Promise<FileResponse> => {
    const { caller, request, language, requestedZone } = call;
    const filter = collectionFilterOf(caller, requestedZone, request, deps.clock.now());
    const labels = exportLabels[language];
    const heading = labels.tables[sheets[request.rows]];
    return exportFile(deps, call, async (snapshot) => {
      const { rows } = request;
      const named = { name: heading, fileName: nameWithDays(heading, filter.range, call) };
      if (rows === "collections") {
        const count = await countCollections(snapshot.db, filter);
        const batches = snapshot.batches(allCollections(filter));
        return { ...named, count, ...tableOf(labels, columnsOfCollections(call), batches) };
      }
      const { count, batches } = inBatches(await sumDifferences(snapshot.db, filter, rows));
      return { ...named, count, ...tableOf(labels, columnsOfDifferences(groupHeadings[rows]), batches) };
    });
  };
