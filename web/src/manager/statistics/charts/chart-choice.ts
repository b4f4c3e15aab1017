import { ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { oneOf } from "#shared/routing/routes.ts";

const kinds = ["today", "income", "orders"] as const;
export type ChartKind = (typeof kinds)[number];
export type ChartUnit = "day" | "hour";

/** The selection of the page. The address contains all of it, so that Back, a reload, and a copied link restore it. */
export interface ChartChoice {
  readonly kind: ChartKind;
  readonly unit: ChartUnit;
  /** Null selects the account's currency, or if it has no figures, the first currency with figures. */
  readonly currency: string | null;
  readonly table: boolean;
}

export function readChoice(address: URLSearchParams): ChartChoice {
  const kind = oneOf(kinds, address.get("chart")) ?? "today";
  return {
    kind,
    unit: kind === "today" || address.get("unit") === "hour" ? "hour" : "day",
    currency: address.get("currency"),
    table: address.get("table") === "1",
  };
}

/**
 * Selects a chart. The two seven-day charts keep the chosen unit; after today's chart, which is always hourly, they
 * start with days.
 */
export const withKind = (choice: ChartChoice, kind: ChartKind): ChartChoice => ({
  ...choice,
  kind,
  unit: choice.kind === "today" ? "day" : choice.unit,
});

/** Returns the choice as query parameters of the address; null for defaults. */
export const choiceQuery = ({ kind, unit, currency, table }: ChartChoice): Record<string, string | null> => ({
  chart: kind === "today" ? null : kind,
  unit: kind !== "today" && unit === "hour" ? unit : null,
  currency,
  table: table ? "1" : null,
});

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
