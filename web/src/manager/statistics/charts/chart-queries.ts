import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeChart, orderChart } from "@reposo/contract/revenue/income-chart.ts";
import { freshnessOf } from "#manager/statistics/reports/report-queries.ts";
import { type ApiQuery, apiQuery } from "#shared/api/api-query.ts";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { type ChartChoice, readChoice } from "./chart-choice.ts";

export type ChartReply = ReplyOf<typeof incomeChart | typeof orderChart>;

function dataOf({ measure, period, view }: ChartChoice, zone: string | null): ApiQuery<ChartReply> {
  const { range, startDate, endDate } = period;
  const days = range === "custom" ? { range, startDate, endDate } : { range };
  const request = { ...days, ...(view === "hours" && { interval: "hour" as const }) };
  return measure === "income"
    ? apiQuery("incomeChart", request, zone)
    : apiQuery("orderChart", request, zone);
}

/**
 * The data of a chart.
 * @param zone `zoneKey` of the time zone in which days and hours are counted
 */
export const chartQuery = (choice: ChartChoice, zone: string | null) => ({
  ...dataOf(choice, zone),
  ...freshnessOf(choice.period),
});

/**
 * The queries whose replies the document contains; none if its address selects days that the server refuses.
 * @param page.now the server's time as ISO 8601; its day in UTC suffices, because periods are limited to years
 */
export function firstChartQueries({
  search,
  zone,
  now,
}: {
  search: string;
  zone: string | null;
  now: string;
}) {
  const choice = readChoice(new URLSearchParams(search));
  return periodProblems(choice.period, now.slice(0, 10)) === null ? [chartQuery(choice, zone)] : [];
}
