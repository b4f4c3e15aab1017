export { OutletPicker } from "./outlet-picker.tsx";
export { PeriodPicker } from "./period-picker.tsx";
export { periodProblems } from "./period-rules.ts";
export { ReportCard } from "./report-card.tsx";
export {
  type ReportPlace,
  levelOf,
  outletOf,
  placeAbove,
  placeBelow,
  placeQuery,
  readPlace,
} from "./report-place.ts";
export { exportQuery, ordersQuery, outletRequest, overviewRequest } from "./report-requests.ts";
export { rowsWithOrders } from "./rows-with-orders.ts";
export {
  type DeviceFigures,
  type OutletFigures,
  type OutletReport,
  type Overview,
  useOutletReport,
  useOverview,
} from "./use-reports.ts";
