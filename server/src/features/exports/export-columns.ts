import type { Column, ColumnKind } from "#platform/table-files/table.ts";
import type { ExportLabels, Heading } from "./export-labels.ts";

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
