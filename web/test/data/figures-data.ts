import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { instantAfter } from "./instants.ts";

type Statistics = ReplyOf<Endpoints["appStatistics"]>;
type Comparison = ReplyOf<Endpoints["outletFigures"]>["comparison"];

const sumsOf = (online: number, cash: number) => ({ online, cash, total: online + cash });
const none = sumsOf(0, 0);

/** Statistics of two outlets with the given income of today in pesos. */
export const statisticsOf = (
  today: { readonly online?: number; readonly cash?: number } = {},
  fields: Partial<Statistics> = {},
): Statistics => {
  const sums = sumsOf(today.online ?? 0, today.cash ?? 0);
  return {
    asOf: instantAfter(0),
    totals: [{ currency: "PHP", today: sums, yesterday: none, thisMonth: sums, thisYear: sums }],
    orders: { normal: 0, abnormal: 0, unpaid: 0 },
    outlets: 2,
    devices: { total: 1, abnormal: 0, inUse: 0, idle: 1, online: 1 },
    ...fields,
  };
};

/** Compares the income of today until noon with earlier days. */
export const comparisonOf = (today: number, yesterday: number, lastWeek: number): Comparison => {
  const dayOf = (daysAgo: number, total: number) => ({
    from: instantAfter(-12 * 3_600 - daysAgo * 86_400),
    to: instantAfter(-daysAgo * 86_400),
    ...sumsOf(0, total),
  });
  return {
    asOf: instantAfter(0),
    totals: [
      {
        currency: "PHP",
        today: dayOf(0, today),
        yesterday: dayOf(1, yesterday),
        lastWeek: dayOf(7, lastWeek),
      },
    ],
  };
};
