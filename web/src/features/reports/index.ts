export { EntryRow } from "./entry-rows.tsx";
export { OutletPicker } from "./outlet-picker.tsx";
export { PeriodPicker } from "./period-picker.tsx";
export { periodProblems } from "./period-rules.ts";
export { type CardFigure, ReportCard } from "./report-card.tsx";
export {
  type Channel,
  type Level,
  type Period,
  type ReportPlace,
  levelOf,
  placeAbove,
  placeBelow,
  placeQuery,
  readPlace,
} from "./report-place.ts";
export { exportQuery, ordersQuery } from "./report-requests.ts";
export { sortRows } from "./sort-rows.ts";
export {
  type DeviceFigures,
  type Entry,
  type OutletFigures,
  type OutletReport,
  type Overview,
  useEntries,
  useOutletReport,
  useOverview,
} from "./use-reports.ts";
