import type { Currency } from "@reposo/contract/money/currencies.ts";
import { countedStatuses } from "@reposo/contract/orders/order-values.ts";
import type { ChartLinks } from "./chart-model.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { dateInZone, dayAndHour, hourMs, type DisplayZone } from "#manager/shared/zone/display-zone.ts";

/**
 * Converts a time range to query parameters: a date with an hour if the range is at most one hour long, otherwise whole
 * days.
 */
function timeOf(zone: DisplayZone, from: number, to: number) {
  const endDate = dateInZone(to - 1, zone);
  if (to - from > hourMs) return { startDate: dateInZone(from, zone), endDate };
  return { startDate: endDate, endDate, hour: String(dayAndHour(from, zone).hour) };
}

/** An outlet, or a device at an outlet, whose rows are linked. */
export interface LinkedPlace {
  readonly areaId: string;
  readonly deviceId: string | null;
}

/** Links to the transactions of a time range in one currency, of one place or of all. */
export const incomeRowsHref =
  (zone: DisplayZone, currency: Currency, place: LinkedPlace | null = null): ChartLinks =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    // Without a channel, the details page shows an outlet's devices unless its transactions are requested.
    const rows = place === null ? null : "entries";
    return (channel) => hrefOf("details", { range: "custom", ...time, currency, channel, ...place, rows });
  };

const payTypesOfPart = {
  online: ["online"],
  cash: ["cash", "coin", "cashCoupon"],
  free: ["coupon", "transfer"],
};

/** Links to the orders of a time range. The links select only normal orders, because the charts count no others. */
export const orderRowsHref =
  (zone: DisplayZone, place: LinkedPlace | null = null): ChartLinks =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    return (part) =>
      hrefOf("orders", {
        orderStatus: countedStatuses.normal,
        ...time,
        ...place,
        payType: part === null ? null : payTypesOfPart[part],
      });
  };
