import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CombinableQuery } from "#platform/postgres/combined-query.ts";
import { entrySums } from "./ledger-entries-store.ts";
import { cellStart } from "#platform/time/grain-ranges.ts";
import { bothSums, devicePeriodSums, type PeriodSums, periodSums, sumByPoint } from "./rollup-sums-store.ts";

/** Sums of one currency, in minor units. */
export interface Sums {
  readonly online: number;
  readonly cash: number;
  /** Income, which is online and cash together. */
  readonly total: number;
  /** Disputed amounts, fees, and reversals; absent if they add up to 0. */
  readonly disputes?: number;
}

/** Adds up rows, which must have the same currency. */
export function addSums(rows: readonly Pick<Sums, "online" | "cash" | "disputes">[]): Sums {
  const online = rows.reduce((sum, row) => sum + row.online, 0);
  const cash = rows.reduce((sum, row) => sum + row.cash, 0);
  const disputes = rows.reduce((sum, row) => sum + (row.disputes ?? 0), 0);
  return { online, cash, total: online + cash, ...(disputes !== 0 && { disputes }) };
}

/** Returns the given currencies in their order, then all other currencies of the rows. */
export const currenciesAmong = (
  currencies: readonly Currency[],
  rows: readonly { readonly currency: Currency }[],
): Currency[] => [...new Set([...currencies, ...rows.map((row) => row.currency).sort()])];

/**
 * A function that returns the sums by period: first the given currencies in their order, even if zero, then all other
 * currencies with entries.
 */
type IncomeByCurrency<P extends string> = (
  currencies: readonly Currency[],
) => { currency: Currency; periods: Record<P, Sums> }[];

const incomeQuery = <P extends string>(
  periods: Readonly<Record<P, InstantRange>>,
  query: ReturnType<typeof periodSums>,
): CombinableQuery<PeriodSums, IncomeByCurrency<P>> => ({
  query,
  convert: (rows) => (currencies) =>
    currenciesAmong(currencies, rows).map((currency) => ({
      currency,
      periods: Object.fromEntries(
        Object.keys(periods).map((period) => [
          period,
          addSums(rows.filter((row) => row.currency === currency && row.period === period)),
        ]),
      ) as Record<P, Sums>,
    })),
});

/** Returns the query for the income of periods that begin and end on a quarter-hour. */
export const income = <P extends string>(
  outletIds: readonly string[],
  periods: Readonly<Record<P, InstantRange>>,
) => incomeQuery(periods, periodSums(outletIds, periods));

/** Like `income`, for the income that a chair received at an outlet. */
export const incomeOfDevice = <P extends string>(
  chair: { readonly outletId: string; readonly deviceId: string },
  periods: Readonly<Record<P, InstantRange>>,
) => incomeQuery(periods, devicePeriodSums(chair, periods));

/**
 * Returns the query for the income of periods that begin on a quarter-hour but may end within one. The part after the
 * last whole quarter-hour is read from the ledger.
 */
export function incomeUntil<P extends string>(
  outletIds: readonly string[],
  periods: Readonly<Record<P, InstantRange>>,
) {
  const parts = Object.entries<InstantRange>(periods).map(([period, { from, to }]) => ({
    period,
    whole: { from, to: cellStart("quarter", to) },
    rest: { from: cellStart("quarter", to), to },
  }));
  const whole = Object.fromEntries(parts.map(({ period, whole }) => [period, whole]));
  const rest = Object.fromEntries(parts.map(({ period, rest }) => [period, rest]));
  return incomeQuery(periods, bothSums(periodSums(outletIds, whole), entrySums(outletIds, rest)));
}

/**
 * Returns the sums of each of the given ascending ranges, which begin and end on a quarter-hour. The given `currencies`
 * come first, in their order and even if zero, then all other currencies with entries.
 */
export async function incomeByPoint(
  db: Querier,
  outletIds: readonly string[],
  currencies: readonly Currency[],
  ranges: readonly InstantRange[],
): Promise<{ currency: Currency; points: Sums[] }[]> {
  const rows = await sumByPoint(db, outletIds, ranges);
  return currenciesAmong(currencies, rows).map((currency) => {
    const points = ranges.map(() => addSums([]));
    for (const row of rows) if (row.currency === currency) points[row.point] = addSums([row]);
    return { currency, points };
  });
}
