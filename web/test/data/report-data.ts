import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { instantAfter } from "./instants.ts";

type Overview = ReplyOf<Endpoints["incomeDetailByArea"]>;
type Area = Overview["areas"][number];
type OutletReport = ReplyOf<Endpoints["areaReport"]>;
type Entry = ReplyOf<Endpoints["incomeEntries"]>["items"][number];

/** The day on which pages open by default, in Manila. */
export const openedDay = { from: instantAfter(-12 * 3_600), to: instantAfter(12 * 3_600) };

/** Figures of an outlet, with averages of its devices. */
export const areaOf = (fields: Partial<Area> = {}): Area => {
  const { online = 0, cash = 0, orders = 0, devices = 1 } = fields;
  return {
    areaId: "outlet-1",
    areaName: "Ayala Mall",
    currency: "PHP",
    online,
    cash,
    total: online + cash,
    orders,
    devices,
    averagePerDevice: Math.round((online + cash) / devices),
    ordersPerDevice: orders / devices,
    ...fields,
  };
};

/** A report of outlets with the totals of their rows. */
export const overviewOf = (areas: readonly Area[], range = openedDay): Overview => ({
  ...range,
  areas: [...areas],
  totals: [...new Set(areas.map(({ currency }) => currency))].map((currency) => {
    const rows = areas.filter((area) => area.currency === currency);
    const sumOf = (name: "online" | "cash" | "total") => rows.reduce((sum, row) => sum + row[name], 0);
    return { currency, online: sumOf("online"), cash: sumOf("cash"), total: sumOf("total") };
  }),
});

/** The report of an outlet whose devices have these sums. */
export const outletReportOf = (area: Area, devices: OutletReport["devices"] = []): OutletReport => ({
  ...openedDay,
  area,
  devices,
  totals: overviewOf([area]).totals,
});

export const entryOf = (fields: Partial<Entry> = {}): Entry => ({
  entryId: "entry-1",
  at: instantAfter(-60),
  orderId: "order-1",
  orderNumber: "260302-7K3M-92QX",
  deviceId: "MC1000",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  channel: "online",
  source: "payment",
  currency: "PHP",
  amount: 5_000,
  lateAt: null,
  ...fields,
});

type IncomeChart = ReplyOf<Endpoints["incomeChart"]>;
type OrderChart = ReplyOf<Endpoints["orderChart"]>;
type Unit = "day" | "hour";

/** Income of an interval, by the number of intervals since the first one. */
type Income = Readonly<Record<number, readonly [online: number, cash: number, earlier?: number]>>;

const hours = (count: number) => instantAfter(-12 * 3_600 + count * 3_600);

/** The times of a chart of the given number of days until the one on which pages open by default. */
const timesOf = (days: number, unit: Unit) => ({
  asOf: instantAfter(0),
  from: hours(-(days - 1) * 24),
  to: openedDay.to,
  unit,
  earlier: {
    from: hours(-(days === 1 ? 7 : 2 * days - 1) * 24),
    to: hours(-(days === 1 ? 6 : days - 1) * 24),
    until: instantAfter(-(days === 1 ? 7 : days) * 86_400),
  },
});
const instantsOf = (days: number, unit: Unit): string[] =>
  Array.from({ length: unit === "day" ? days : 24 * days }, (_, index) =>
    hours(-(days - 1) * 24 + index * (unit === "day" ? 24 : 1)),
  );
const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Income of the days until the one on which pages open by default; hours of several days have no earlier values. */
export function incomeChartOf(
  days: number,
  income: Partial<Record<"PHP" | "MYR", Income>>,
  unit: Unit = days === 1 ? "hour" : "day",
): IncomeChart {
  return {
    ...timesOf(days, unit),
    series: Object.entries(income).map(([currency, each]) => {
      const points = instantsOf(days, unit).map((at, index) => {
        const [online, cash, earlier = 0] = each[index] ?? [0, 0];
        return { at, online, cash, earlier: days > 1 && unit === "hour" ? null : earlier };
      });
      return {
        currency: currency as "PHP" | "MYR",
        points,
        earlierTotal: sumOf(points.map(({ earlier }) => earlier)),
      };
    }),
  };
}

/** Income of the day on which pages open by default, by hour. */
export const incomeTodayOf = (income: Income): IncomeChart => incomeChartOf(1, { PHP: income });

/** Orders of the seven days until the one on which pages open by default, by day. */
export function orderChartOf(
  counts: Readonly<Record<number, { online: number; cash: number; free: number }>>,
): OrderChart {
  const none = { online: 0, cash: 0, free: 0 };
  return {
    ...timesOf(7, "day"),
    points: instantsOf(7, "day").map((at, index) => ({ at, ...(counts[index] ?? none), earlier: 0 })),
    earlierTotal: 0,
  };
}

type Ranking = ReplyOf<Endpoints["ranking"]>;
type RankingRows = Ranking["rankings"][number]["rows"];

/** The comparison of outlets or devices over seven days, by currency; `orders` for counts. */
export const rankingOf = (
  rankings: Partial<Record<"PHP" | "MYR" | "orders", readonly Partial<RankingRows[number]>[]>>,
  rest: Partial<Ranking["rankings"][number]["rest"]> = {},
): Ranking => {
  const { unit: _unit, ...times } = timesOf(7, "day");
  return {
    ...times,
    rankings: Object.entries(rankings).map(([currency, rows]) => ({
      currency: currency === "orders" ? null : (currency as "PHP" | "MYR"),
      rows: rows.map((row) => ({
        areaId: "outlet-1",
        areaName: "Ayala Mall",
        deviceId: null,
        value: 0,
        earlier: 0,
        ...row,
      })),
      rest: { rows: 0, value: 0, earlier: 0, ...rest },
    })),
  };
};

/** A handler that sends no late entries. */
export const noLateEntries = (): ReplyOf<Endpoints["lateEntries"]> => ({
  ...openedDay,
  lateEntries: [],
  nextCursor: null,
  total: 0,
});
