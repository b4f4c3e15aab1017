import type { Currency } from "@reposo/contract/fields.ts";
import type { ChartRows } from "#features/charts/index.ts";
import { hrefOf } from "#platform/routes.ts";
import { type ShownZone, dateInZone } from "#platform/shown-zone.ts";
import { orderStatuses } from "#screens/manager/order-counts.ts";

const days = (zone: ShownZone, { from, to }: ChartRows) => ({
  startDate: dateInZone(from, zone),
  endDate: dateInZone(to - 1, zone),
});

export const incomeRowsHref = (zone: ShownZone, currency: Currency) => (rows: ChartRows) =>
  hrefOf("details", { range: "custom", ...days(zone, rows), currency, channel: rows.part });

const payTypes = { online: ["online"], cash: ["cash", "coin", "cashCoupon"], free: ["coupon"] };

/** The charts count normal orders only. */
export const orderRowsHref = (zone: ShownZone) => (rows: ChartRows) =>
  hrefOf("orders", {
    orderStatus: orderStatuses.normal,
    ...days(zone, rows),
    payType: rows.part === null ? null : payTypes[rows.part],
  });
