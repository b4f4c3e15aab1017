import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sumEntriesByDevice, sumEntriesByPeriod } from "./ledger-entries-store.ts";
import { cellStart } from "#platform/time/grain-ranges.ts";
import {
  type OutletSums,
  type PeriodSums,
  sumByDevice,
  sumByOutlet,
  sumByPeriod,
  sumByPoint,
  sumOfDeviceByPeriod,
} from "./rollup-sums-store.ts";

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

/** Income of one currency by period. */
export interface PeriodIncome<P extends string> {
  readonly currency: Currency;
  readonly periods: Readonly<Record<P, Sums>>;
}

function byCurrency<P extends string>(
  rows: readonly PeriodSums[],
  currencies: readonly Currency[],
  periods: Readonly<Record<P, InstantRange>>,
): PeriodIncome<P>[] {
  return currenciesAmong(currencies, rows).map((currency) => ({
    currency,
    periods: Object.fromEntries(
      Object.keys(periods).map((period) => [
        period,
        addSums(rows.filter((row) => row.currency === currency && row.period === period)),
      ]),
    ) as Record<P, Sums>,
  }));
}

/**
 * Returns the income of periods that begin and end on a quarter-hour: first the given currencies in their order, even if
 * zero, then all other currencies with entries.
 */
export async function income<P extends string>(
  db: Querier,
  outletIds: readonly string[],
  currencies: readonly Currency[],
  periods: Readonly<Record<P, InstantRange>>,
): Promise<PeriodIncome<P>[]> {
  return byCurrency(await sumByPeriod(db, outletIds, periods), currencies, periods);
}

/** Like `income`, for the income that a chair received at an outlet. */
export async function incomeOfDevice<P extends string>(
  db: Querier,
  chair: { readonly outletId: string; readonly deviceId: string; readonly currency: Currency },
  periods: Readonly<Record<P, InstantRange>>,
): Promise<PeriodIncome<P>[]> {
  return byCurrency(await sumOfDeviceByPeriod(db, chair, periods), [chair.currency], periods);
}

/**
 * Like `income`, for periods that begin on a quarter-hour but may end within one. The part after the last whole
 * quarter-hour is read from the ledger.
 */
export async function incomeUntil<P extends string>(
  db: Querier,
  outletIds: readonly string[],
  currencies: readonly Currency[],
  periods: Readonly<Record<P, InstantRange>>,
): Promise<PeriodIncome<P>[]> {
  const parts = Object.entries<InstantRange>(periods).map(([period, { from, to }]) => ({
    period,
    whole: { from, to: cellStart("quarter", to) },
    rest: { from: cellStart("quarter", to), to },
  }));
  const whole = Object.fromEntries(parts.map(({ period, whole }) => [period, whole]));
  const rest = Object.fromEntries(parts.map(({ period, rest }) => [period, rest]));
  const rows = await Promise.all([
    sumByPeriod(db, outletIds, whole),
    sumEntriesByPeriod(db, outletIds, rest),
  ]);
  return byCurrency(rows.flat(), currencies, periods);
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

/**
 * Returns the sums of each outlet, or of each chair and the outlet where it received the money, of a range that begins on
 * a quarter-hour but may end within one. An outlet or chair may have several rows of a currency.
 */
export async function sumUntil(
  db: Querier,
  outletIds: readonly string[],
  { from, to }: InstantRange,
  by: "outlets" | "devices",
): Promise<(OutletSums & { readonly deviceId?: string })[]> {
  const lastQuarter = cellStart("quarter", to);
  const sumWhole = by === "outlets" ? sumByOutlet : sumByDevice;
  const [whole, rest] = await Promise.all([
    sumWhole(db, outletIds, { from, to: lastQuarter }),
    sumEntriesByDevice(db, outletIds, { from: lastQuarter, to }),
  ]);
  return [...whole, ...rest];
}
