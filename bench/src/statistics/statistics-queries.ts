import type { InstantRange } from "@reposo/server/platform/time/calendar.ts";
import type { createStatistics } from "@reposo/server/features/statistics/index.ts";

type Statistics = ReturnType<typeof createStatistics>;
type Caller = Parameters<Statistics["appStatistics"]>[0];

export interface Periods {
  readonly now: Date;
  readonly today: InstantRange;
  readonly yesterday: InstantRange;
  readonly thisMonth: InstantRange;
  readonly thisYear: InstantRange;
  readonly sevenDays: InstantRange;
  /** Yesterday, from midnight until the current time of day. */
  readonly yesterdaySoFar: InstantRange;
  /** The same day of last week, from midnight until the current time of day. */
  readonly lastWeekSoFar: InstantRange;
}

export interface StatisticsQuery {
  readonly name: string;
  /** Path below `/api/web/api/v1`. */
  readonly path: string;
  /** Whether the target time of home applies. */
  readonly hasTarget: boolean;
  /** Computes the data of the request, so that the caller can record the statements that `statistics` executes. */
  run(statistics: Statistics, caller: Caller): Promise<unknown>;
  /** Statements that compute the same result by GROUP BY over orders and ledger; `$1` is the array of outlet IDs. */
  readonly groupBy: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

export const measuredZone = "Asia/Manila";
/** Limits orders to a period by their IDs, which begin with the order time. */
const ofOrders = "order_id >= order_id_floor($2) AND order_id < order_id_floor($3)";
const isNormal = "status IN ('paid', 'starting', 'running', 'completed')";
const channels =
  "sum(amount_minor) FILTER (WHERE channel = 'online') AS online, sum(amount_minor) FILTER (WHERE channel = 'cash') AS cash";

const ledgerBy = (columns: string, { from, to }: InstantRange) => ({
  text: `SELECT ${columns}, ${channels} FROM ledger_entry
    WHERE outlet_id = ANY($1) AND occurred_at >= $2 AND occurred_at < $3 GROUP BY ${columns}`,
  values: [from, to],
});
const ordersBy = (columns: string, { from, to }: InstantRange, condition = isNormal) => ({
  text: `SELECT ${columns}, count(*) FROM orders
    WHERE outlet_id = ANY($1) AND ${ofOrders} AND ${condition} GROUP BY ${columns}`,
  values: [from, to],
});
/** Sums of several periods, computed by one scan of the ledger. */
const periodsOfLedger = (periods: readonly InstantRange[]) => ({
  text: `SELECT currency, channel, ${periods
    .map(
      (_, i) =>
        `sum(amount_minor) FILTER (WHERE occurred_at >= $${2 * i + 2} AND occurred_at < $${2 * i + 3})`,
    )
    .join(", ")} FROM ledger_entry WHERE outlet_id = ANY($1)
    AND occurred_at >= least(${periods.map((_, i) => `$${2 * i + 2}::timestamptz`).join(", ")})
    AND occurred_at < greatest(${periods.map((_, i) => `$${2 * i + 3}::timestamptz`).join(", ")})
    GROUP BY currency, channel`,
  values: periods.flatMap(({ from, to }) => [from, to]),
});
const devices = {
  text: `SELECT count(*), count(*) FILTER (WHERE NOT online OR fault IS NOT NULL OR disabled_at IS NOT NULL)
    FROM device WHERE outlet_id = ANY($1)`,
  values: [],
};
const hours = "date_trunc('hour', occurred_at)";

/** Returns the measured requests. `hallId` is the ID of the outlet with sixty chairs. */
export function queriesOf(periods: Periods, hallId: string): StatisticsQuery[] {
  const { now, today, yesterday, thisMonth, thisYear, sevenDays } = periods;
  const overview = periodsOfLedger([thisYear, today, yesterday, thisMonth]);
  const summary = [ordersBy("status", today, "true"), devices];
  const year = { range: "thisYear" } as const;
  return [
    {
      name: "home: overview and counts (appStatistics)",
      path: "/statistics/appStatistics",
      hasTarget: true,
      run: (statistics, caller) => statistics.appStatistics(caller, measuredZone),
      groupBy: [overview, ...summary],
    },
    {
      name: "home: incomeOverview",
      path: "/statistics/h5/incomeOverview",
      hasTarget: true,
      run: (statistics, caller) => statistics.incomeOverview(caller, measuredZone),
      groupBy: [overview],
    },
    {
      name: "home: otherSummary",
      path: "/statistics/h5/otherSummary",
      hasTarget: true,
      run: (statistics, caller) => statistics.otherSummary(caller, measuredZone),
      groupBy: summary,
    },
    {
      name: "home: incomeComparison",
      path: "/statistics/h5/incomeComparison",
      hasTarget: false,
      run: (statistics, caller) => statistics.incomeComparison(caller, measuredZone),
      groupBy: [
        periodsOfLedger([{ from: today.from, to: now }, periods.yesterdaySoFar, periods.lastWeekSoFar]),
      ],
    },
    {
      name: "chart: hourly income of seven days",
      path: "/statistics/h5/incomeLineChartSevenDays?unit=hour",
      hasTarget: false,
      run: (statistics, caller) => statistics.incomeLineChartSevenDays(caller, measuredZone, "hour"),
      groupBy: [ledgerBy(`currency, ${hours}`, sevenDays)],
    },
    {
      name: "chart: hourly orders of seven days",
      path: "/statistics/h5/ordersBarChartSevenDays?unit=hour",
      hasTarget: false,
      run: (statistics, caller) => statistics.ordersBarChartSevenDays(caller, measuredZone, "hour"),
      groupBy: [ordersBy("pay_type, date_trunc('hour', ordered_at)", sevenDays)],
    },
    {
      name: "details: this year by outlet",
      path: "/statistics/h5/incomeDetailByArea?range=thisYear",
      hasTarget: false,
      run: (statistics, caller) => statistics.incomeDetailByArea(caller, measuredZone, year),
      groupBy: [ledgerBy("outlet_id, currency", thisYear), ordersBy("outlet_id", thisYear)],
    },
    {
      name: "details: this year by chair (60 chairs)",
      path: `/area/appReport?range=thisYear&areaId=${hallId}`,
      hasTarget: false,
      run: (statistics, caller) => statistics.areaReport(caller, measuredZone, { ...year, areaId: hallId }),
      groupBy: [ledgerBy("device_id, currency", thisYear), ordersBy("device_id", thisYear)].map((one) => ({
        ...one,
        text: one.text.replace("outlet_id = ANY($1)", `outlet_id = ANY($1) AND outlet_id = '${hallId}'`),
      })),
    },
    {
      name: "details: ledger entries of this year (first page and total)",
      path: "/statistics/h5/incomeEntries?range=thisYear",
      hasTarget: false,
      run: (statistics, caller) => statistics.incomeEntries(caller, measuredZone, year),
      groupBy: [
        {
          text: `SELECT * FROM ledger_entry JOIN orders USING (order_id) WHERE ledger_entry.outlet_id = ANY($1)
            AND occurred_at >= $2 AND occurred_at < $3 ORDER BY occurred_at DESC, entry_id DESC LIMIT 20`,
          values: [thisYear.from, thisYear.to],
        },
        ledgerBy("currency", thisYear),
      ],
    },
  ];
}
