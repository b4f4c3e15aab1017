import { calendarRange, dayUntilSameTime, type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type {
  appStatistics,
  incomeOverview,
  incomeToday,
  otherSummary,
} from "@reposo/contract/revenue/revenue.ts";
import { countDevices } from "#features/devices/index.ts";
import { countOrders } from "#features/orders/index.ts";
import { currenciesOf, requireOutlets } from "#features/outlets/index.ts";
import { income, incomeUntil } from "#features/revenue/index.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { type FiguresCaller, instants, type Report } from "./report-range.ts";
import type { outletFigures } from "@reposo/contract/outlets/outlets.ts";

const overviewPeriods = ["today", "yesterday", "thisMonth", "thisYear"] as const;
type Period = (typeof overviewPeriods)[number];

/** The time of the request, and the time zone of the caller's days. */
interface Moment {
  readonly now: Date;
  readonly zone: string;
}

async function totalsOf<P extends Period>(
  db: Querier,
  { outletIds }: FiguresCaller,
  periods: readonly P[],
  { now, zone }: Moment,
) {
  const ranges = Object.fromEntries(
    periods.map((period) => [period, calendarRange(period, now, zone)]),
  ) as Record<P, InstantRange>;
  const sums = await income(db, outletIds, await currenciesOf(db, outletIds), ranges);
  return sums.map(({ currency, periods }) => ({ currency, ...periods }));
}

async function countsOf(db: Querier, { outletIds }: FiguresCaller, { now, zone }: Moment) {
  const [orders, devices] = await Promise.all([
    countOrders(db, outletIds, calendarRange("today", now, zone)),
    countDevices(db, outletIds),
  ]);
  return { orders, outlets: outletIds.length, devices };
}

async function statisticsOf(
  db: Querier,
  caller: FiguresCaller,
  moment: Moment,
): Promise<ReplyOf<typeof appStatistics>> {
  const [totals, counts] = await Promise.all([
    totalsOf(db, caller, overviewPeriods, moment),
    countsOf(db, caller, moment),
  ]);
  return { asOf: moment.now.toISOString(), totals, ...counts };
}

/** Returns the income of today until now, and of yesterday and a week ago until the same time of day. */
async function comparisonOf(
  db: Querier,
  { outletIds }: FiguresCaller,
  { now, zone }: Moment,
): Promise<ReplyOf<typeof outletFigures>["comparison"]> {
  const ranges = {
    today: dayUntilSameTime(0, now, zone),
    yesterday: dayUntilSameTime(1, now, zone),
    lastWeek: dayUntilSameTime(7, now, zone),
  };
  const sums = await incomeUntil(db, outletIds, await currenciesOf(db, outletIds), ranges);
  return {
    asOf: now.toISOString(),
    totals: sums.map(({ currency, periods }) => ({
      currency,
      today: { ...instants(ranges.today), ...periods.today },
      yesterday: { ...instants(ranges.yesterday), ...periods.yesterday },
      lastWeek: { ...instants(ranges.lastWeek), ...periods.lastWeek },
    })),
  };
}

/** Like `Report`, for figures whose request has no fields. */
type Figures<Reply> = (caller: FiguresCaller, requestedZone: string | null) => Promise<Reply>;

export function createHomeFigures({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
}) {
  /** Creates a function that reads figures on one snapshot of the database, so that they are consistent. */
  const figures =
    <Reply>(read: (db: Querier, caller: FiguresCaller, moment: Moment) => Promise<Reply>): Figures<Reply> =>
    (caller, requestedZone) => {
      const moment = { now: clock.now(), zone: zoneOf(caller, requestedZone) };
      return transact(database, (uow) => read(uow, caller, moment), { snapshot: true });
    };

  return {
    incomeToday: figures<ReplyOf<typeof incomeToday>>(async (db, caller, moment) => {
      const totals = await totalsOf(db, caller, ["today"], moment);
      return {
        asOf: moment.now.toISOString(),
        totals: totals.map(({ currency, today }) => ({ currency, ...today })),
      };
    }),
    incomeOverview: figures<ReplyOf<typeof incomeOverview>>(async (db, caller, moment) => ({
      asOf: moment.now.toISOString(),
      totals: await totalsOf(db, caller, overviewPeriods, moment),
    })),
    otherSummary: figures<ReplyOf<typeof otherSummary>>(async (db, caller, moment) => ({
      asOf: moment.now.toISOString(),
      ...(await countsOf(db, caller, moment)),
    })),
    appStatistics: figures(statisticsOf),
    homeFigures: figures<ReplyOf<typeof outletFigures>>(async (db, caller, moment) => {
      const [statistics, comparison] = await Promise.all([
        statisticsOf(db, caller, moment),
        comparisonOf(db, caller, moment),
      ]);
      return { statistics, comparison };
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
