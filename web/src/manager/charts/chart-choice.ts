import type { Currency } from "@reposo/contract/fields.ts";
import { ownCurrencyFirst } from "@reposo/contract/money/own-currency.ts";

export type ChartKind = "today" | "income" | "orders";
export type ChartUnit = "day" | "hour";

/** The selection of the page, all of which is in the address. */
export interface ChartChoice {
  readonly kind: ChartKind;
  readonly unit: ChartUnit;
  /** Null: the account's own currency, or the first currency with figures. */
  readonly currency: string | null;
  readonly table: boolean;
}

const kinds: readonly ChartKind[] = ["today", "income", "orders"];

export function readChoice(address: URLSearchParams): ChartChoice {
  const kind = kinds.find((each) => each === address.get("chart")) ?? "today";
  return {
    kind,
    unit: kind === "today" || address.get("unit") === "hour" ? "hour" : "day",
    currency: address.get("currency"),
    table: address.get("table") === "1",
  };
}

/** Selects a chart. The hourly unit is kept only between the two seven-day charts; today's chart is always hourly. */
export const withKind = (choice: ChartChoice, kind: ChartKind): ChartChoice => ({
  ...choice,
  kind,
  unit: choice.kind === "today" ? "day" : choice.unit,
});

/** The choice as an address; defaults are omitted. */
export const choiceQuery = ({ kind, unit, currency, table }: ChartChoice): Record<string, string | null> => ({
  chart: kind === "today" ? null : kind,
  unit: kind !== "today" && unit === "hour" ? unit : null,
  currency,
  table: table ? "1" : null,
});

/** The series of one currency; currencies are never added up. */
export function chosenSeries<S extends { currency: Currency }>(
  series: readonly S[],
  requested: string | null,
  own: Currency,
): S | undefined {
  return series.find(({ currency }) => currency === requested) ?? ownCurrencyFirst(series, own)[0];
}
