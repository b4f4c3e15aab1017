import { type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { incomeChart, orderChart } from "@reposo/contract/revenue/income-chart.ts";
import type { incomeLineChartSevenDays, ordersBarChartSevenDays } from "@reposo/contract/revenue/revenue.ts";
import { countNormalByOutlet, countNormalByPoint } from "#features/orders/index.ts";
import { currenciesOf, requireOutlets } from "#features/outlets/index.ts";
import { incomeByPoint, incomeUntil } from "#features/revenue/index.ts";
import { type ChartPart, type ComparedRange, comparedTimes, splitIntoBars } from "./compared-range.ts";
import { type FiguresCaller, type Report, type StatisticsDependencies } from "./report-range.ts";

type Unit = "day" | "hour";

/** Charts of a range, with a point per hour, day, or month, beside an earlier range of the same kind. */
export function createIncomeCharts({ database, clock }: StatisticsDependencies) {
  const income: Report<typeof incomeChart> = async (caller, requestedZone, request) => {
    const outletIds = requireOutlets(caller, request);
    const now = clock.now();
    const { unit, compared, parts } = splitIntoBars(request, now, zoneOf(caller, requestedZone));
    const open = openPart(parts, unit, compared, now);
    const currencies = await currenciesOf(database, outletIds);
    const [series, earlier, cut] = await Promise.all([
      incomeByPoint(database, outletIds, currencies, rangesOf(parts)),
      incomeByPoint(database, outletIds, currencies, earlierOf(parts)),
      incomeUntil(database, outletIds, currencies, {
        total: { from: compared.earlier.from, to: compared.until },
        open: open?.range ?? { from: compared.earlier.from, to: compared.earlier.from },
      }),
    ]);
    const all = [...new Set([...series, ...earlier].map(({ currency }) => currency))];
    const cuts = new Map(cut.map(({ currency, periods }) => [currency, periods]));
    return {
      ...comparedTimes(compared, now),
      unit,
      series: all.map((currency) => {
        const points = series.find((one) => one.currency === currency)?.points;
        const before = earlier.find((one) => one.currency === currency)?.points;
        const { total, open: until } = cuts.get(currency) ?? {};
        return {
          currency,
          points: parts.map(({ range, earlier }, index) => ({
            at: range.from.toISOString(),
            online: points?.[index]?.online ?? 0,
            cash: points?.[index]?.cash ?? 0,
            earlier:
              earlier === null ? null : ((index === open?.index ? until : before?.[index])?.total ?? 0),
          })),
          earlierTotal: total?.total ?? 0,
        };
      }),
    };
  };

  const orders: Report<typeof orderChart> = async (caller, requestedZone, request) => {
    const outletIds = requireOutlets(caller, request);
    const now = clock.now();
    const { unit, compared, parts } = splitIntoBars(request, now, zoneOf(caller, requestedZone));
    const open = openPart(parts, unit, compared, now);
    const countUntil = async (range: InstantRange) =>
      (await countNormalByOutlet(database, outletIds, range)).reduce((sum, { orders }) => sum + orders, 0);
    const [points, earlier, earlierTotal, openTotal] = await Promise.all([
      countNormalByPoint(database, outletIds, rangesOf(parts).map(numbered)),
      countNormalByPoint(database, outletIds, earlierOf(parts).map(numbered)),
      countUntil({ from: compared.earlier.from, to: compared.until }),
      open === null ? 0 : countUntil(open.range),
    ]);
    return {
      ...comparedTimes(compared, now),
      unit,
      points: parts.map(({ range, earlier: before }, index) => {
        const { online = 0, cash = 0, free = 0 } = points[index] ?? {};
        const same = earlier[index];
        const whole = same === undefined ? 0 : same.online + same.cash + same.free;
        return {
          at: range.from.toISOString(),
          online,
          cash,
          free,
          earlier: before === null ? null : index === open?.index ? openTotal : whole,
        };
      }),
      earlierTotal,
    };
  };
  const incomeOf = async (
    caller: FiguresCaller,
    requestedZone: string | null,
    request: RequestOf<typeof incomeChart>,
  ): Promise<ReplyOf<typeof incomeLineChartSevenDays>> => {
    const { from, to, unit, series } = await income(caller, requestedZone, request);
    return {
      from,
      to,
      unit: unit as Unit,
      series: series.map(({ currency, points }) => ({
        currency,
        points: points.map(({ at, online, cash }) => ({ at, online, cash })),
      })),
    };
  };

  return {
    incomeChart: income,
    orderChart: orders,
    incomeLineChartRealTime: (caller: FiguresCaller, requestedZone: string | null) =>
      incomeOf(caller, requestedZone, { range: "today" }),
    incomeLineChartSevenDays: (caller: FiguresCaller, requestedZone: string | null, unit: Unit) =>
      incomeOf(caller, requestedZone, { range: "last7Days", interval: unit }),
    async ordersBarChartSevenDays(
      caller: FiguresCaller,
      requestedZone: string | null,
      unit: Unit,
    ): Promise<ReplyOf<typeof ordersBarChartSevenDays>> {
      const { from, to, points } = await orders(caller, requestedZone, {
        range: "last7Days",
        interval: unit,
      });
      return {
        from,
        to,
        unit,
        points: points.map(({ at, online, cash, free }) => ({ at, online, cash, free })),
      };
    },
  };
}

const rangesOf = (parts: readonly ChartPart[]): InstantRange[] => parts.map(({ range }) => range);

/** The earlier parts. Parts without one are the last ones, or all. */
const earlierOf = (parts: readonly ChartPart[]): InstantRange[] =>
  parts.flatMap(({ earlier }) => (earlier === null ? [] : [earlier]));

const numbered = (range: InstantRange, at: number) => ({ at, ...range });

/**
 * Returns the day or month in progress, and the part of the corresponding earlier one until the same time. Hours are
 * compared as a whole, because the earlier hours show what to expect.
 */
function openPart(
  parts: readonly ChartPart[],
  unit: string,
  { until }: ComparedRange,
  now: Date,
): { readonly index: number; readonly range: InstantRange } | null {
  if (unit === "hour") return null;
  const index = parts.findIndex(({ range }) => range.from <= now && now < range.to);
  const earlier = parts[index]?.earlier ?? null;
  if (earlier === null) return null;
  const to = until < earlier.from ? earlier.from : until > earlier.to ? earlier.to : until;
  return { index, range: { from: earlier.from, to } };
}
