export { EntryRow } from "./entry-rows.tsx";
export { allOutlets, type NamedOutlets, nameOutlets, onlyOutlet, readNamedOutlets } from "./named-outlets.ts";
export { OutletPicker } from "./outlet-picker.tsx";
export { PeriodPicker } from "./period-picker.tsx";
export { periodProblems } from "./period-rules.ts";
export { ReportCard } from "./report-card.tsx";
export {
  levelOf,
  outletOf,
  placeAbove,
  placeBelow,
  placeQuery,
  readPlace,
  type ReportPlace,
} from "./report-place.ts";
export { exportQuery, ordersQuery, outletRequest, overviewRequest } from "./report-requests.ts";
export { rowsWithOrders } from "./rows-with-orders.ts";
export { type AccountFigures, type CounterCash, useCounterCash } from "./use-counter-cash.ts";
export { type Entry, useEntries } from "./use-entries.ts";
export { type LateEntry, useLateEntries } from "./use-late-entries.ts";
export {
  type DeviceFigures,
  type OutletFigures,
  type OutletReport,
  type Overview,
  useOutletReport,
  useOverview,
} from "./use-reports.ts";
