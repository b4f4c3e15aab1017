import { createCounterCash } from "./counter-cash.ts";
import { createHomeFigures, createOutletFigures } from "./home-figures.ts";
import { createIncomeCharts } from "./income-charts.ts";
import { createIncomeEntries, createLateEntries } from "./income-entries.ts";
import { createIncomeReports } from "./income-reports.ts";
import type { StatisticsDependencies } from "./report-range.ts";

export type Statistics = ReturnType<typeof createStatistics>;

export function createStatistics(deps: StatisticsDependencies) {
  const homeFigures = createHomeFigures(deps);
  return {
    ...homeFigures,
    outletFigures: createOutletFigures(homeFigures),
    ...createIncomeCharts(deps),
    ...createIncomeReports(deps),
    incomeEntries: createIncomeEntries(deps),
    ...createCounterCash(deps),
    lateEntries: createLateEntries(deps),
  };
}
