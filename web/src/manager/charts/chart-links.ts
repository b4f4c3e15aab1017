import type { Currency } from "@reposo/contract/fields.ts";
import { countedStatuses } from "@reposo/contract/orders/orders.ts";
import type { ChartRows } from "./chart-model.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { dateInZone, dayAndHour, hourMs, type ShownZone } from "#manager/shared/zone/shown-zone.ts";

/** Whole days, or one hour of a day; the shortest day is longer than the longest hour. */
function timeOf(zone: ShownZone, from: number, to: number) {
  const endDate = dateInZone(to - 1, zone);
  if (to - from > hourMs) return { startDate: dateInZone(from, zone), endDate };
  return { startDate: endDate, endDate, hour: String(dayAndHour(from, zone).hour) };
}

export const incomeRowsHref =
  (zone: ShownZone, currency: Currency): ChartRows =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    return (channel) => hrefOf("details", { range: "custom", ...time, currency, channel });
  };

const payTypes = { online: ["online"], cash: ["cash", "coin", "cashCoupon"], free: ["coupon"] };

/** The charts count normal orders only. */
export const orderRowsHref =
  (zone: ShownZone): ChartRows =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    return (part) =>
      hrefOf("orders", {
        orderStatus: countedStatuses.normal,
        ...time,
        payType: part === null ? null : payTypes[part],
      });
  };
