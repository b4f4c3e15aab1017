import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { orderList } from "@reposo/contract/orders/order-lists.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import type { Query } from "@tanstack/react-query";
import { apiQuery } from "#shared/api/api-query.ts";
import { orderFilterFields, type OrderFilters } from "#manager/orders/filter/order-filters.ts";

export type DaySums = NonNullable<ReplyOf<typeof orderList>["days"]>[number];

/** The sums of one day of the list, which `meta` names. */
export const daySumsQuery = (filters: OrderFilters, day: string, zone: string | null) => ({
  ...apiQuery(
    "orderList",
    { ...orderFilterFields({ ...filters, startDate: day, endDate: day }), limit: 1, days: "sums" },
    zone,
  ),
  meta: { daySumsOf: day },
});

/** Returns the day whose sums the query fetches; null for other queries. */
export function dayOfSums({ meta }: Query): string | null {
  const day = meta?.daySumsOf;
  return typeof day === "string" ? day : null;
}

const twoDaysMs = 172_800_000;

/**
 * Whether an event of an order may have changed the sums of a day, which is counted in any time zone. After a reset, the
 * list is refetched, with the sums of all its days.
 */
export const changesDaySums = (event: LiveEvent, day: string): boolean =>
  event.name === "order" && Math.abs(Date.parse(event.data.orderTime) - Date.parse(day)) < twoDaysMs;
