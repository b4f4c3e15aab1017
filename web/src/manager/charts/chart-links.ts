import type { Currency } from "@reposo/contract/fields.ts";
import { countedStatuses } from "@reposo/contract/orders/orders.ts";
import type { ChartRows } from "./chart-model.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { dateInZone, dayAndHour, hourMs, type DisplayZone } from "#manager/shared/zone/display-zone.ts";

/** Converts a range to the fields of an address: an hour of a day if it is at most an hour long, otherwise whole days. */
function timeOf(zone: DisplayZone, from: number, to: number) {
  const endDate = dateInZone(to - 1, zone);
  if (to - from > hourMs) return { startDate: dateInZone(from, zone), endDate };
  return { startDate: endDate, endDate, hour: String(dayAndHour(from, zone).hour) };
}

export const incomeRowsHref =
  (zone: DisplayZone, currency: Currency): ChartRows =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    return (channel) => hrefOf("details", { range: "custom", ...time, currency, channel });
  };

const payTypes = { online: ["online"], cash: ["cash", "coin", "cashCoupon"], free: ["coupon"] };

/** The charts count normal orders only. */
export const orderRowsHref =
  (zone: DisplayZone): ChartRows =>
  (from, to) => {
    const time = timeOf(zone, from, to);
    return (part) =>
      hrefOf("orders", {
        orderStatus: countedStatuses.normal,
        ...time,
        payType: part === null ? null : payTypes[part],
      });
  };
