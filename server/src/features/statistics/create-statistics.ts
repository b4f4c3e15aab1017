import type { Database } from "#platform/postgres/database.ts";
import { createCounterCash } from "./counter-cash.ts";
import { createHomeFigures, createOutletFigures } from "./home-figures.ts";
import { createIncomeCharts } from "./income-charts.ts";
import { createIncomeEntries, createLateEntries } from "./income-entries.ts";
import { createIncomeReports } from "./income-reports.ts";
import { createRankings } from "./rankings.ts";
import type { StatisticsDependencies } from "./report-range.ts";

export type Statistics = ReturnType<typeof createStatistics>;
export type Reports = ReturnType<typeof createReports>;

/** Creates the reports that an export may also read in its own snapshot of the database. */
export const createReports = (deps: StatisticsDependencies) => ({
  ...createIncomeReports(deps),
  ...createCounterCash(deps),
});

export function createStatistics(deps: StatisticsDependencies & { readonly database: Database }) {
  const homeFigures = createHomeFigures(deps);
  return {
    ...homeFigures,
    outletFigures: createOutletFigures(homeFigures),
    ...createIncomeCharts(deps),
    ranking: createRankings(deps),
    ...createReports(deps),
    incomeEntries: createIncomeEntries(deps),
    lateEntries: createLateEntries(deps),
  };
}
