import { calendarRange, dayUntilSameTime, type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type {
  appStatistics,
  incomeComparison,
  incomeOverview,
  incomeToday,
  otherSummary,
} from "@reposo/contract/revenue/revenue.ts";
import { deviceCounts } from "#features/devices/index.ts";
import { orderCounts } from "#features/orders/index.ts";
import { currencies, requireOutlets } from "#features/outlets/index.ts";
import { income, incomeUntil, type Sums } from "#features/revenue/index.ts";
import { readCombined } from "#platform/postgres/combined-query.ts";
import { type FiguresCaller, instants, type Report, type StatisticsDependencies } from "./report-range.ts";
import type { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

type Period = "today" | "yesterday" | "thisMonth" | "thisYear";
const overviewPeriods = ["today", "yesterday", "thisMonth", "thisYear"] as const;

type IncomeRead = {
  readonly currencies: readonly Currency[];
  readonly income: (
    currencies: readonly Currency[],
  ) => { currency: Currency; periods: Record<Period, Sums> }[];
};
const viewTotals = ({ currencies, income }: IncomeRead) =>
  income(currencies).map(({ currency, periods }) => ({ currency, ...periods }));

const viewStatistics = (
  { outletIds }: FiguresCaller,
  now: Date,
  { orders, devices, ...read }: IncomeRead & Pick<ReplyOf<typeof appStatistics>, "orders" | "devices">,
): ReplyOf<typeof appStatistics> => ({
  asOf: now.toISOString(),
  totals: viewTotals(read),
  orders,
  outlets: outletIds.length,
  devices,
});

type ComparedDay = "today" | "yesterday" | "lastWeek";
type ComparedRanges = Readonly<Record<ComparedDay, InstantRange>>;

const comparedRanges = (now: Date, zone: string): ComparedRanges => ({
  today: dayUntilSameTime(0, now, zone),
  yesterday: dayUntilSameTime(1, now, zone),
  lastWeek: dayUntilSameTime(7, now, zone),
});

function viewComparison(
  now: Date,
  ranges: ComparedRanges,
  rows: readonly { currency: Currency; periods: Record<ComparedDay, Sums> }[],
): ReplyOf<typeof incomeComparison> {
  return {
    asOf: now.toISOString(),
    totals: rows.map(({ currency, periods }) => ({
      currency,
      today: { ...instants(ranges.today), ...periods.today },
      yesterday: { ...instants(ranges.yesterday), ...periods.yesterday },
      lastWeek: { ...instants(ranges.lastWeek), ...periods.lastWeek },
    })),
  };
}

/** Like `Report`, for figures whose request has no fields. */
type Figures<Reply> = (caller: FiguresCaller, requestedZone: string | null) => Promise<Reply>;

export function createHomeFigures({ database, clock }: StatisticsDependencies) {
  function incomeOf<P extends Period>(
    { outletIds }: FiguresCaller,
    periods: readonly P[],
    now: Date,
    zone: string,
  ) {
    const ranges = Object.fromEntries(
      periods.map((period) => [period, calendarRange(period, now, zone)]),
    ) as Record<P, InstantRange>;
    return { currencies: currencies(outletIds), income: income(outletIds, ranges) };
  }

  const countsOf = ({ outletIds }: FiguresCaller, now: Date, zone: string) => ({
    orders: orderCounts(outletIds, calendarRange("today", now, zone)),
    devices: deviceCounts(outletIds),
  });

  /**
   * Creates a function that reads figures at the current time, in the time zone of the offset, or else of the account.
   */
  const figures =
    <Reply>(read: (caller: FiguresCaller, now: Date, zone: string) => Promise<Reply>): Figures<Reply> =>
    (caller, requestedZone) =>
      read(caller, clock.now(), zoneOf(caller, requestedZone));

  return {
    incomeToday: figures<ReplyOf<typeof incomeToday>>(async (caller, now, zone) => {
      const read = await readCombined(database, incomeOf(caller, ["today"], now, zone));
      return {
        asOf: now.toISOString(),
        totals: read.income(read.currencies).map(({ currency, periods }) => ({ currency, ...periods.today })),
      };
    }),
    incomeOverview: figures<ReplyOf<typeof incomeOverview>>(async (caller, now, zone) => {
      const read = await readCombined(database, incomeOf(caller, overviewPeriods, now, zone));
      return { asOf: now.toISOString(), totals: viewTotals(read) };
    }),
    otherSummary: figures<ReplyOf<typeof otherSummary>>(async (caller, now, zone) => {
      const counts = await readCombined(database, countsOf(caller, now, zone));
      return { asOf: now.toISOString(), outlets: caller.outletIds.length, ...counts };
    }),
    appStatistics: figures<ReplyOf<typeof appStatistics>>(async (caller, now, zone) => {
      const read = await readCombined(database, {
        ...incomeOf(caller, overviewPeriods, now, zone),
        ...countsOf(caller, now, zone),
      });
      return viewStatistics(caller, now, read);
    }),
    /**
     * Returns the income of today until now, and of yesterday and the same weekday a week ago, both until the same time
     * of day.
     */
    incomeComparison: figures<ReplyOf<typeof incomeComparison>>(async ({ outletIds }, now, zone) => {
      const ranges = comparedRanges(now, zone);
      const read = await readCombined(database, {
        currencies: currencies(outletIds),
        income: incomeUntil(outletIds, ranges),
      });
      return viewComparison(now, ranges, read.income(read.currencies));
    }),
    /** Reads the statistics and the comparison in one statement, so that they are consistent. */
    homeFigures: figures<ReplyOf<typeof outletFigures>>(async (caller, now, zone) => {
      const ranges = comparedRanges(now, zone);
      const read = await readCombined(database, {
        ...incomeOf(caller, overviewPeriods, now, zone),
        ...countsOf(caller, now, zone),
        compared: incomeUntil(caller.outletIds, ranges),
      });
      return {
        statistics: viewStatistics(caller, now, read),
        comparison: viewComparison(now, ranges, read.compared(read.currencies)),
      };
    }),
  };
}

export const createOutletFigures =
  ({
    homeFigures,
  }: Pick<ReturnType<typeof createHomeFigures>, "homeFigures">): Report<typeof outletFigures> =>
  async (caller, requestedZone, { areaId }) => {
    const outletIds = requireOutlets(caller, { areaId: [areaId] });
    return homeFigures({ ...caller, outletIds }, requestedZone);
  };
