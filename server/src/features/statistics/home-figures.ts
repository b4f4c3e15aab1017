import { calendarRange, dayUntilSameTime } from "@reposo/contract/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type {
  appStatistics,
  incomeComparison,
  incomeOverview,
  incomeToday,
  otherSummary,
} from "@reposo/contract/revenue.ts";
import { countDevices } from "#features/devices/index.ts";
import { countOrders } from "#features/orders/index.ts";
import { currenciesOf } from "#features/outlets/index.ts";
import { incomeOf, incomeUntil } from "#features/revenue/index.ts";
import { type FiguresCaller, type StatisticsParts, zoneOf } from "./statistics-parts.ts";

/** The figures of the home page, over the caller's outlets. */
export function createHomeFigures({ database, clock }: StatisticsParts) {
  async function income<P extends "today" | "yesterday" | "thisMonth" | "thisYear">(
    caller: FiguresCaller,
    offsetMinutes: number | null,
    now: Date,
    periods: readonly P[],
  ) {
    const zone = zoneOf(caller, offsetMinutes);
    const ranges = Object.fromEntries(
      periods.map((period) => [period, calendarRange(period, now, zone)]),
    ) as Record<P, { from: Date; to: Date }>;
    const currencies = await currenciesOf(database, caller.outletIds);
    return incomeOf(database, caller.outletIds, currencies, ranges);
  }

  async function overview(
    caller: FiguresCaller,
    offsetMinutes: number | null,
    now: Date,
  ): Promise<ReplyOf<typeof incomeOverview>> {
    const rows = await income(caller, offsetMinutes, now, ["today", "yesterday", "thisMonth", "thisYear"]);
    return {
      asOf: now.toISOString(),
      totals: rows.map(({ currency, periods }) => ({ currency, ...periods })),
    };
  }

  async function summary(
    caller: FiguresCaller,
    offsetMinutes: number | null,
    now: Date,
  ): Promise<ReplyOf<typeof otherSummary>> {
    const today = calendarRange("today", now, zoneOf(caller, offsetMinutes));
    const [orders, devices] = await Promise.all([
      countOrders(database, caller.outletIds, today),
      countDevices(database, caller.outletIds),
    ]);
    return { asOf: now.toISOString(), orders, outlets: caller.outletIds.length, devices };
  }

  return {
    async incomeToday(
      caller: FiguresCaller,
      offsetMinutes: number | null,
    ): Promise<ReplyOf<typeof incomeToday>> {
      const now = clock.now();
      const rows = await income(caller, offsetMinutes, now, ["today"]);
      return {
        asOf: now.toISOString(),
        totals: rows.map(({ currency, periods }) => ({ currency, ...periods.today })),
      };
    },
    incomeOverview: (caller: FiguresCaller, offsetMinutes: number | null) =>
      overview(caller, offsetMinutes, clock.now()),
    otherSummary: (caller: FiguresCaller, offsetMinutes: number | null) =>
      summary(caller, offsetMinutes, clock.now()),
    async appStatistics(
      caller: FiguresCaller,
      offsetMinutes: number | null,
    ): Promise<ReplyOf<typeof appStatistics>> {
      const now = clock.now();
      const [income, counts] = await Promise.all([
        overview(caller, offsetMinutes, now),
        summary(caller, offsetMinutes, now),
      ]);
      return { ...counts, ...income };
    },
    /** Today until now, and the same part of yesterday and of the same weekday a week ago. */
    async incomeComparison(
      caller: FiguresCaller,
      offsetMinutes: number | null,
    ): Promise<ReplyOf<typeof incomeComparison>> {
      const now = clock.now();
      const zone = zoneOf(caller, offsetMinutes);
      const ranges = {
        today: dayUntilSameTime(0, now, zone),
        yesterday: dayUntilSameTime(1, now, zone),
        lastWeek: dayUntilSameTime(7, now, zone),
      };
      const currencies = await currenciesOf(database, caller.outletIds);
      const rows = await incomeUntil(database, caller.outletIds, currencies, ranges);
      const soFar = (name: keyof typeof ranges, row: (typeof rows)[number]) => ({
        from: ranges[name].from.toISOString(),
        to: ranges[name].to.toISOString(),
        ...row.periods[name],
      });
      return {
        asOf: now.toISOString(),
        totals: rows.map((row) => ({
          currency: row.currency,
          today: soFar("today", row),
          yesterday: soFar("yesterday", row),
          lastWeek: soFar("lastWeek", row),
        })),
      };
    },
  };
}
