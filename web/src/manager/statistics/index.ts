export { firstChartQueries } from "./charts/chart-queries.ts";
export { detailsQueries } from "./details/details-queries.ts";
export { AsOf } from "./figures/as-of.tsx";
export { type ComparedDay, Comparison } from "./figures/comparison.tsx";
export { CountsCard } from "./figures/counts-card.tsx";
export type { IncomeHref } from "./figures/income-link.tsx";
export { PeriodsCard } from "./figures/periods-card.tsx";
export { TodayCard } from "./figures/today-card.tsx";
export {
  type ComparedIncome,
  type Figures,
  figureOptions,
  isFigures,
} from "./figures/figure-queries.ts";
export {
  onlyOutlet,
  allOutlets,
  hasNamedOutlets,
  nameOutlets,
  type NamedOutlets,
  readNamedOutlets,
} from "./reports/named-outlets.ts";
export { OutletPicker } from "./reports/outlet-picker.tsx";
export { OutletsToday } from "./reports/outlets-today.tsx";
export { PeriodPicker } from "./reports/period-picker.tsx";
export { daysOfPreset, periodProblems } from "./reports/period-rules.ts";
export { overviewRequest } from "./reports/report-requests.ts";
export {
  selectionQuery,
  readSelection,
  type ReportRangeName,
  type ReportSelection,
} from "./reports/report-selection.ts";
