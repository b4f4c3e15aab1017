import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { operationOf } from "#shared/api/api-query.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { type LiveState, useLiveEvents } from "#shared/live/live-events.ts";

/** Operations whose replies contain orders. */
const orderOperations: readonly unknown[] = ["ownOrders"];
const filters: QueryFilters = { predicate: (query) => orderOperations.includes(operationOf(query)) };

/** Refetches the queries of orders after live events. `follows` is whether an order in progress is shown. */
export function useLiveOrders(follows: boolean): LiveState {
  const client = useQueryClient();
  return useLiveEvents(({ name }) => {
    if (name === "order" || name === "reset") void refetchAfterPending(client, filters);
  }, follows);
}
