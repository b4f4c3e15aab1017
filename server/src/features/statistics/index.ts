export { accountSortValues } from "./counter-cash.ts";
export { createReports, createStatistics, type Reports } from "./create-statistics.ts";
export { entryFilterOf, type IncomeEntryRow, viewEntries } from "./income-entries.ts";
export { type ReportRange, reportRange } from "./report-range.ts";
