import type { OperationName } from "@reposo/contract/operations.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { operationOf } from "#shared/api/api-query.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { type LiveState, useLiveEvents } from "#shared/live/live-events.ts";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import type { OrderFollowed } from "./order-phase.ts";

const queriesOf = (...operations: OperationName[]): QueryFilters => ({
  predicate: (query) => operations.some((operation) => operation === operationOf(query)),
});

/** Applies live events to the queries of orders. `follows` is whether the page shows an order in progress. */
export function useLiveOrders(follows: boolean): LiveState {
  const client = useQueryClient();
  const { session } = usePageData();
  function handleEvent(event: LiveEvent): void {
    if (event.name === "reset")
      void refetchAfterPending(client, queriesOf("getOrder", "ownOrders", "feedbackOfOrder"));
    if (event.name !== "order") return;
    const { queryKey } = orderQuery(event.data.orderId);
    // Only orders that the page has fetched are kept.
    client.setQueryData<OrderFollowed>(queryKey, (known) => known && event.data);
    void refetchAfterPending(client, queriesOf("ownOrders"));
    // The server sends an event of the order when a manager answers feedback on it.
    void refetchAfterPending(client, { queryKey: feedbackOfOrderQuery(event.data.orderId).queryKey });
  }
  // The document contains the state after this event, so the stream resumes there.
  return useLiveEvents(handleEvent, follows, session?.eventId ?? null);
}
