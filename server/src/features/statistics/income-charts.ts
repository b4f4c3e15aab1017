import { splitIntoDays, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { incomeLineChartSevenDays, ordersBarChartSevenDays } from "@reposo/contract/revenue/revenue.ts";
import { countNormalByPoint } from "#features/orders/index.ts";
import { currenciesOf } from "#features/outlets/index.ts";
import { incomeByPoint } from "#features/revenue/index.ts";
import { type FiguresCaller, instants, type StatisticsDependencies } from "./report-range.ts";

type Unit = "day" | "hour";

/** Charts of the calendar days that end with today, with one point per day or hour. */
export function createIncomeCharts({ database, clock }: StatisticsDependencies) {
  async function incomeLine(
    caller: FiguresCaller,
    requestedZone: string | null,
    days: number,
    unit: Unit,
  ): Promise<ReplyOf<typeof incomeLineChartSevenDays>> {
    const { range, starts } = splitIntoDays(days, unit, clock.now(), zoneOf(caller, requestedZone));
    const currencies = await currenciesOf(database, caller.outletIds);
    const series = await incomeByPoint(database, caller.outletIds, currencies, { starts, to: range.to });
    return {
      ...instants(range),
      unit,
      series: series.map(({ currency, points }) => ({
        currency,
        points: points.map(({ online, cash }, index) => ({ at: at(starts, index), online, cash })),
      })),
    };
  }

  return {
    incomeLineChartRealTime: (caller: FiguresCaller, requestedZone: string | null) =>
      incomeLine(caller, requestedZone, 1, "hour"),
    incomeLineChartSevenDays: (caller: FiguresCaller, requestedZone: string | null, unit: Unit) =>
      incomeLine(caller, requestedZone, 7, unit),
    async ordersBarChartSevenDays(
      caller: FiguresCaller,
      requestedZone: string | null,
      unit: Unit,
    ): Promise<ReplyOf<typeof ordersBarChartSevenDays>> {
      const { range, starts } = splitIntoDays(7, unit, clock.now(), zoneOf(caller, requestedZone));
      const points = starts.map((from, index) => ({
        at: at(starts, index),
        from,
        to: starts[index + 1] ?? range.to,
      }));
      const counted = await countNormalByPoint(database, caller.outletIds, points);
      return { ...instants(range), unit, points: counted };
    },
  };
}

const at = (starts: readonly Date[], index: number): string => (starts[index] as Date).toISOString();
