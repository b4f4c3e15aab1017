import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { DayAndHour } from "#manager/shared/zone/display-zone.ts";
import { type ListVisit, useListVisit } from "#manager/shared/lists/list-visit.ts";
import type { PagedList } from "#manager/shared/lists/use-paged-list.ts";
import { useEventsDuringFetch } from "#manager/shared/lists/events-during-fetch.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { matchesOrderFilters, type OrderFilters, type OrderRow } from "./order-filters.ts";
import { changeByOrder, type OrderPages } from "./order-pages.ts";

/**
 * Returns the current visit to the order list. The text that identifies the filters also contains the time zone,
 * because the same dates select different orders in another time zone.
 */
export const useOrderVisit = (
  token: string,
  filters: OrderFilters,
  zone: string | null,
  shown: boolean,
): ListVisit => useListVisit("orders", token, JSON.stringify([zone, filters]), shown);

const orderIdOf = ({ orderId }: OrderRow): string => orderId;

interface NewOrders {
  readonly queryKey: QueryKey;
  readonly ids: ReadonlySet<string>;
}

/**
 * Applies live events to the list. Rows are updated immediately. New orders are only counted, until the manager chooses
 * to show them; if the list is empty, it is refetched immediately.
 */
export function useLiveOrders(
  { queryKey, data, startOver }: PagedList<OrderRow>,
  filters: OrderFilters,
  timeOf: (at: string) => DayAndHour,
) {
  const client = useQueryClient();
  const [newOrders, setNewOrders] = useState<NewOrders>({ queryKey, ids: new Set() });
  // Orders that were counted for other filters are ignored.
  const idsOf = (some: NewOrders): ReadonlySet<string> =>
    some.queryKey === queryKey ? some.ids : new Set<string>();

  const put = useEventsDuringFetch(queryKey, orderIdOf, (order: OrderRow) => {
    const cached = client.getQueryData<OrderPages>(queryKey);
    if (cached === undefined) return;
    const matches = matchesOrderFilters(order, timeOf(order.orderTime), filters);
    const change = changeByOrder(cached, order, matches);
    if (change.kind === "replaced") client.setQueryData<OrderPages>(queryKey, change.pages);
    const isNew = change.kind === "new";
    if (isNew && cached.pages.every(({ items }) => items.length === 0)) void startOver();
    else {
      // Uses the functional update, because several events may arrive before the next render.
      setNewOrders((before) => {
        const ids = new Set(idsOf(before));
        if (ids.has(order.orderId) === isNew) return before;
        if (isNew) ids.add(order.orderId);
        else ids.delete(order.orderId);
        return { queryKey, ids };
      });
    }
  });

  const show = useCallback(() => {
    setNewOrders({ queryKey, ids: new Set() });
    void startOver();
  }, [startOver, queryKey]);

  const ids = newOrders.queryKey === queryKey ? newOrders.ids : null;
  const newCount = useMemo(() => {
    // A refetch may already have loaded some of the new orders.
    const rest = new Set(ids);
    for (const page of data?.pages ?? []) for (const { orderId } of page.items) rest.delete(orderId);
    return rest.size;
  }, [ids, data]);

  return { put, reset: () => void refetchAfterPending(client, { queryKey }), newCount, show };
}
