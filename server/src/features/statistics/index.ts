export { accountSortValues } from "./counter-cash.ts";
export { type Statistics, createStatistics } from "./create-statistics.ts";
export { entryFilterOf, type IncomeEntryRow, viewEntries } from "./income-entries.ts";
export { type ReportRange, reportRange } from "./report-range.ts";
