import { createCounterCash } from "./counter-cash.ts";
import { createHomeFigures, createOutletFigures } from "./home-figures.ts";
import { createIncomeCharts } from "./income-charts.ts";
import { createIncomeEntries } from "./income-entries.ts";
import { createIncomeReports } from "./income-reports.ts";
import { createLateEntries } from "./late-entries.ts";
import type { StatisticsParts } from "./report-range.ts";

export type Statistics = ReturnType<typeof createStatistics>;

/** Every figure of the data centre, over the caller's outlets, in the zone of the call or of the account. */
export function createStatistics(parts: StatisticsParts) {
  const homeFigures = createHomeFigures(parts);
  return {
    ...homeFigures,
    outletFigures: createOutletFigures(homeFigures),
    ...createIncomeCharts(parts),
    ...createIncomeReports(parts),
    incomeEntries: createIncomeEntries(parts),
    counterCash: createCounterCash(parts),
    lateEntries: createLateEntries(parts),
  };
}
