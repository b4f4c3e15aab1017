import { ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { type RankingSort, rankingSorts, reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { type AddressQuery, oneOf } from "#shared/routing/routes.ts";
import type { Period } from "#manager/statistics/reports/report-selection.ts";

const measures = ["income", "orders"] as const;
export type Measure = (typeof measures)[number];
const views = ["time", "hours", "outlets", "devices"] as const;
export type ChartView = (typeof views)[number];

/** The state of the comparison of outlets or devices. */
export interface RankingChoice {
  readonly sort: RankingSort;
  readonly ascending: boolean;
  /** Whether to show as many rows as one call returns. */
  readonly all: boolean;
  /** The outlet whose chart is shown below its row. */
  readonly open: string | null;
}

/** The selection of the page. The address contains all of it, so that Back, a reload, and a copied link restore it. */
export interface ChartChoice {
  readonly measure: Measure;
  readonly period: Period;
  readonly view: ChartView;
  /** Null selects the account's currency, or if it has no figures, the first currency with figures. */
  readonly currency: string | null;
  readonly table: boolean;
  readonly ranking: RankingChoice;
}

export function readChoice(address: URLSearchParams): ChartChoice {
  const period = {
    range: oneOf(reportRanges, address.get("range")) ?? "today",
    startDate: address.get("startDate") ?? "",
    endDate: address.get("endDate") ?? "",
    hour: null,
  };
  return {
    measure: oneOf(measures, address.get("chart")) ?? "income",
    period,
    view: viewIn(period, oneOf(views, address.get("view")) ?? "time"),
    currency: address.get("currency"),
    table: address.get("table") === "1",
    ranking: {
      sort: oneOf(rankingSorts, address.get("sort")) ?? "value",
      ascending: address.get("order") === "asc",
      all: address.get("all") === "1",
      open: address.get("open") || null,
    },
  };
}

/** Selects another range, and keeps the view if the range has it. */
export const withPeriod = (choice: ChartChoice, period: Period): ChartChoice => ({
  ...choice,
  period,
  view: viewIn(period, choice.view),
});

/** Returns the choice as query parameters of the address; null for defaults. */
export const choiceQuery = ({
  measure,
  period,
  view,
  currency,
  table,
  ranking,
}: ChartChoice): AddressQuery => ({
  chart: measure === "income" ? null : measure,
  range: period.range === "today" ? null : period.range,
  startDate: period.range === "custom" ? period.startDate : null,
  endDate: period.range === "custom" ? period.endDate : null,
  view: view === "time" ? null : view,
  currency,
  table: table ? "1" : null,
  sort: ranking.sort === "value" ? null : ranking.sort,
  order: ranking.ascending ? "asc" : null,
  all: ranking.all ? "1" : null,
  open: ranking.open,
});

const dayMs = 86_400_000;

/** Returns the number of days of a range, and for a month or year, any number above a week. */
function lengthOf({ range, startDate, endDate }: Period): number {
  if (range === "custom") return (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  if (range === "today" || range === "yesterday") return 1;
  return range === "thisWeek" || range === "last7Days" ? 7 : 28;
}

/** Whether the range is shorter than a month. */
export const isShort = (period: Period): boolean => lengthOf(period) < 28;

/** Whether the range has a heat map of its hours: several days, but at most a week. The bars of one day are hours. */
export const hasHours = (period: Period): boolean => lengthOf(period) > 1 && lengthOf(period) <= 7;

const viewIn = (period: Period, view: ChartView): ChartView =>
  view === "hours" && !hasHours(period) ? "time" : view;

/** Whether the view is a comparison of outlets or devices. */
export const isRanking = (view: ChartView): view is "outlets" | "devices" =>
  view === "outlets" || view === "devices";

/**
 * Returns the series of the requested currency, otherwise of the account's currency, otherwise the first one; undefined
 * if there is none. Amounts of different currencies are never added up.
 */
export function chosenSeries<S extends { currency: Currency }>(
  series: readonly S[],
  requested: string | null,
  own: Currency,
): S | undefined {
  return series.find(({ currency }) => currency === requested) ?? ownCurrencyFirst(series, own)[0];
}
