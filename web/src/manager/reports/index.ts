export { EntryRow } from "./entry-row.tsx";
export {
  allOutlets,
  type NamedOutlets,
  nameOutlets,
  hasNamedOutlets,
  onlyOutlet,
  readNamedOutlets,
} from "./named-outlets.ts";
export { OutletPicker } from "./outlet-picker.tsx";
export { PeriodPicker } from "./period-picker.tsx";
export { periodProblems } from "./period-rules.ts";
export { ReportCard, type Sums } from "./report-card.tsx";
export {
  viewOf,
  outletOf,
  parentSelection,
  childSelection,
  selectionQuery,
  readSelection,
  type Channel,
  type ReportSelection,
} from "./report-selection.ts";
export { exportQuery, ordersQuery, outletRequest, overviewRequest } from "./report-requests.ts";
export { rowsWithOrders } from "./report-requests.ts";
export { type AccountFigures, type CounterCash, useAccountCash, useCounterCash } from "./use-reports.ts";
export { type Entry, useEntries } from "./use-reports.ts";
export { type LateEntry, useLateEntries } from "./use-reports.ts";
export {
  type DeviceFigures,
  type OutletFigures,
  type OutletReport,
  type Overview,
  useOutletReport,
  useOverview,
} from "./use-reports.ts";
