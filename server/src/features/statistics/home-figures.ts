import { calendarRange, dayUntilSameTime, type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
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

/** Figures that need no request. */
type Figures<Reply> = (caller: FiguresCaller, offsetMinutes: number | null) => Promise<Reply>;

interface HomeFigures {
  incomeToday: Figures<ReplyOf<typeof incomeToday>>;
  incomeOverview: Figures<ReplyOf<typeof incomeOverview>>;
  otherSummary: Figures<ReplyOf<typeof otherSummary>>;
  appStatistics: Figures<ReplyOf<typeof appStatistics>>;
  /**
   * Returns the income of today until now, and of yesterday and the same weekday a week ago, both until the same time of
   * day.
   */
  incomeComparison: Figures<ReplyOf<typeof incomeComparison>>;
  /** Reads the statistics and the comparison in one statement, so that they are consistent. */
  homeFigures: Figures<NonNullable<ReplyOf<typeof launch>["home"]>>;
}

export function createHomeFigures({ database, clock }: StatisticsDependencies): HomeFigures {
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

  return {
    async incomeToday(caller, offsetMinutes) {
      const now = clock.now();
      const read = await readCombined(
        database,
        incomeOf(caller, ["today"], now, zoneOf(caller, offsetMinutes)),
      );
      return {
        asOf: now.toISOString(),
        totals: read.income(read.currencies).map(({ currency, periods }) => ({ currency, ...periods.today })),
      };
    },
    async incomeOverview(caller, offsetMinutes) {
      const now = clock.now();
      const zone = zoneOf(caller, offsetMinutes);
      const read = await readCombined(database, incomeOf(caller, overviewPeriods, now, zone));
      return { asOf: now.toISOString(), totals: viewTotals(read) };
    },
    async otherSummary(caller, offsetMinutes) {
      const now = clock.now();
      const counts = await readCombined(database, countsOf(caller, now, zoneOf(caller, offsetMinutes)));
      return { asOf: now.toISOString(), outlets: caller.outletIds.length, ...counts };
    },
    async appStatistics(caller, offsetMinutes) {
      const now = clock.now();
      const zone = zoneOf(caller, offsetMinutes);
      const read = await readCombined(database, {
        ...incomeOf(caller, overviewPeriods, now, zone),
        ...countsOf(caller, now, zone),
      });
      return viewStatistics(caller, now, read);
    },
    async incomeComparison(caller, offsetMinutes) {
      const now = clock.now();
      const zone = zoneOf(caller, offsetMinutes);
      const ranges = comparedRanges(now, zone);
      const read = await readCombined(database, {
        currencies: currencies(caller.outletIds),
        income: incomeUntil(caller.outletIds, ranges),
      });
      return viewComparison(now, ranges, read.income(read.currencies));
    },
    async homeFigures(caller, offsetMinutes) {
      const now = clock.now();
      const zone = zoneOf(caller, offsetMinutes);
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
    },
  };
}

export const createOutletFigures =
  ({ homeFigures }: Pick<HomeFigures, "homeFigures">): Report<typeof outletFigures> =>
  async (caller, offsetMinutes, { areaId }) => {
    const outletIds = requireOutlets(caller, { areaId: [areaId] });
    return homeFigures({ ...caller, outletIds }, offsetMinutes);
  };
