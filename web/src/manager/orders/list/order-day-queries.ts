import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { orderList } from "@reposo/contract/orders/order-lists.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import type { Query } from "@tanstack/react-query";
import { apiQuery, operationOf } from "#shared/api/api-query.ts";
import { orderFilterFields, type OrderFilters } from "#manager/orders/filter/order-filters.ts";

export type DaySums = NonNullable<ReplyOf<typeof orderList>["days"]>[number];

/** The sums of one day of the list. */
export const daySumsQuery = (filters: OrderFilters, day: string, zone: string | null) =>
  apiQuery(
    "orderList",
    { ...orderFilterFields({ ...filters, startDate: day, endDate: day }), limit: 1, days: "sums" },
    zone,
  );

const twoDaysMs = 172_800_000;

/** Whether an event of an order may have changed the sums of the query's day, which is counted in any time zone. */
export function changesDaySums(event: LiveEvent, query: Query): boolean {
  if (event.name !== "order" || operationOf(query) !== "orderList") return false;
  const request = query.queryKey[1] as { limit?: number; days?: string; startDate?: string };
  if (request.limit !== 1 || request.days === undefined || request.startDate === undefined) return false;
  return Math.abs(Date.parse(event.data.orderTime) - Date.parse(request.startDate)) < twoDaysMs;
}
