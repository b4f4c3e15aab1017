import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeChart, orderChart, ranking } from "@reposo/contract/revenue/income-chart.ts";
import { freshnessOf } from "#manager/statistics/reports/report-queries.ts";
import { type ApiQuery, apiQuery } from "#shared/api/api-query.ts";
import { periodProblems } from "#manager/statistics/reports/period-rules.ts";
import { type ChartChoice, type ChartView, isRanking, readChoice } from "./chart-choice.ts";
import type { Period } from "#manager/statistics/reports/report-selection.ts";

export type ChartReply = ReplyOf<typeof incomeChart | typeof orderChart>;
export type RankingReply = ReplyOf<typeof ranking>;

const daysOf = ({ range, startDate, endDate }: Period) =>
  range === "custom" ? { range, startDate, endDate } : { range };

/**
 * The data of a chart of all outlets, or of one.
 * @param zone `zoneKey` of the time zone in which days and hours are counted
 */
export function chartQuery(
  { measure, period, view }: Pick<ChartChoice, "measure" | "period" | "view">,
  zone: string | null,
  areaId: string | null = null,
) {
  const request = {
    ...daysOf(period),
    ...(view === "hours" && { interval: "hour" as const }),
    ...(areaId !== null && { areaId: [areaId] }),
  };
  const query: ApiQuery<ChartReply> =
    measure === "income" ? apiQuery("incomeChart", request, zone) : apiQuery("orderChart", request, zone);
  return { ...query, ...freshnessOf(period) };
}

const [fewRows, mostRows] = [10, 100];

/** The comparison of outlets or devices. */
export const rankingQuery = (
  { measure, period, ranking: { sort, ascending, all } }: ChartChoice,
  by: "outlets" | "devices",
  zone: string | null,
) => ({
  ...apiQuery(
    "ranking",
    {
      ...daysOf(period),
      measure,
      by,
      sort,
      order: ascending ? "asc" : "desc",
      limit: all ? mostRows : fewRows,
    },
    zone,
  ),
  ...freshnessOf(period),
});

/** The data of a view. */
export const viewQuery = (
  choice: ChartChoice,
  view: ChartView,
  zone: string | null,
): ApiQuery<ChartReply | RankingReply> & ReturnType<typeof freshnessOf> =>
  isRanking(view) ? rankingQuery(choice, view, zone) : chartQuery({ ...choice, view }, zone);

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
  return periodProblems(choice.period, now.slice(0, 10)) === null
    ? [viewQuery(choice, choice.view, zone)]
    : [];
}
