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

type Point = ReplyOf<Endpoints["incomeLineChartSevenDays"]>["series"][number]["points"][number];
type OrderPoint = ReplyOf<Endpoints["ordersBarChartSevenDays"]>["points"][number];

/** Income of an interval, by the number of intervals since the first one. */
type Income = Readonly<Record<number, readonly [online: number, cash: number]>>;

const hours = (count: number) => instantAfter(-12 * 3_600 + count * 3_600);

const incomePoints = (count: number, hoursEach: number, first: number, income: Income): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const [online, cash] = income[index] ?? [0, 0];
    return { at: hours(first + index * hoursEach), online, cash };
  });

/** Income of the day on which pages open by default, by hour. */
export const incomeTodayOf = (income: Income): ReplyOf<Endpoints["incomeLineChartRealTime"]> => ({
  ...openedDay,
  unit: "hour",
  series: [{ currency: "PHP", points: incomePoints(24, 1, 0, income) }],
});

/** Income of the seven days until the one on which pages open by default. */
export const incomeOfSevenDays = (
  income: Partial<Record<"PHP" | "MYR", Income>>,
): ReplyOf<Endpoints["incomeLineChartSevenDays"]> => ({
  from: hours(-6 * 24),
  to: openedDay.to,
  unit: "day",
  series: Object.entries(income).map(([currency, each]) => ({
    currency: currency as "PHP" | "MYR",
    points: incomePoints(7, 24, -6 * 24, each),
  })),
});

/** Orders of the seven days until the one on which pages open by default. */
export const ordersOfSevenDays = (
  unit: "day" | "hour",
  counts: Readonly<Record<number, Omit<OrderPoint, "at">>>,
): ReplyOf<Endpoints["ordersBarChartSevenDays"]> => {
  const perDay = unit === "day" ? 1 : 24;
  const none = { online: 0, cash: 0, free: 0 };
  return {
    from: hours(-6 * 24),
    to: openedDay.to,
    unit,
    points: Array.from({ length: 7 * perDay }, (_, index) => ({
      at: hours(-6 * 24 + (index * 24) / perDay),
      ...((index % perDay === 0 && counts[index / perDay]) || none),
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
