import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeLineChartSevenDays, ordersBarChartSevenDays } from "@reposo/contract/revenue/revenue.ts";
import { figureOptions } from "#manager/statistics/figures/figure-queries.ts";
import { type ApiQuery, apiQuery } from "#shared/api/api-query.ts";
import type { ChartChoice } from "./chart-choice.ts";

type ChartReply = ReplyOf<typeof incomeLineChartSevenDays | typeof ordersBarChartSevenDays>;

function dataOf({ kind, unit }: ChartChoice, zone: string | null): ApiQuery<ChartReply> {
  if (kind === "today") return apiQuery("incomeLineChartRealTime", undefined, zone);
  if (kind === "income") return apiQuery("incomeLineChartSevenDays", { unit }, zone);
  return apiQuery("ordersBarChartSevenDays", { unit }, zone);
}

/**
 * The data of a chart.
 * @param zone `zoneKey` of the time zone in which days and hours are counted
 */
export const chartQuery = (choice: ChartChoice, zone: string | null) => ({
  ...dataOf(choice, zone),
  ...figureOptions,
});
