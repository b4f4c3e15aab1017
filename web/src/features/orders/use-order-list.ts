import { orderList } from "@reposo/contract/order-lists.ts";
import { useCallback, useMemo, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "#platform/api-client.ts";
import type { ListVisit } from "#platform/list-visit.ts";
import { useNewsAfterReading } from "#platform/news-after-reading.ts";
import { type PagedList, readAnewAtMost, usePagedList } from "#platform/paged-list.ts";
import { readAnew } from "#platform/read-anew.ts";
import { type OrderFilters, type OrderRow, fitsOrderFilters, orderFilterFields } from "./order-filters.ts";
import { type OrderPages, takeOrder } from "./order-pages.ts";

/** Orders of the manager's outlets, newest first, twenty a page. */
export function useOrderList(visit: ListVisit, filters: OrderFilters, shown: boolean): PagedList<OrderRow> {
  return usePagedList<OrderRow>(
    "orders",
    visit,
    (cursor, signal) =>
      callApi(
        orderList,
        { ...orderFilterFields(filters), limit: 20, ...(cursor === null ? {} : { cursor }) },
        { signal, quiet: true },
      ),
    shown,
  );
}

const orderIdOf = ({ orderId }: OrderRow): string => orderId;
const none: ReadonlySet<string> = new Set();

/** What the stream says of orders: rows follow it, new ones are counted until someone wants to see them. */
export function useLiveOrders(
  list: PagedList<OrderRow>,
  filters: OrderFilters,
  dayOf: (at: string) => string,
) {
  const client = useQueryClient();
  const [missing, setMissing] = useState({ of: list.queryKey, ids: none, maybeMore: false });
  const known = missing.of === list.queryKey ? missing : { of: list.queryKey, ids: none, maybeMore: false };

  const put = useNewsAfterReading(list.queryKey, orderIdOf, (order: OrderRow) => {
    const data = client.getQueryData<OrderPages>(list.queryKey);
    if (data === undefined) return;
    const fits = fitsOrderFilters(order, dayOf(order.orderTime), filters);
    const news = takeOrder(data, order, fits);
    if (news.kind === "inList") client.setQueryData<OrderPages>(list.queryKey, news.pages);
    if (news.kind === "missing" && data.pages.every(({ items }) => items.length === 0)) void list.startOver();
    else if (known.ids.has(order.orderId) !== (news.kind === "missing")) {
      const ids = new Set(known.ids);
      if (news.kind === "missing") ids.add(order.orderId);
      else ids.delete(order.orderId);
      setMissing({ ...known, ids });
    }
  });

  /** The stream missed events. */
  function reset(): void {
    const depth = client.getQueryData<OrderPages>(list.queryKey)?.pages.length ?? 0;
    if (depth > readAnewAtMost) setMissing({ ...known, maybeMore: true });
    else void readAnew(client, list.queryKey);
  }

  const { startOver, data, queryKey } = list;
  const show = useCallback(() => {
    setMissing({ of: queryKey, ids: none, maybeMore: false });
    void startOver();
  }, [startOver, queryKey]);

  // A reading in between may have brought them.
  const offered = useMemo(() => {
    if (known.ids.size === 0) return 0;
    const rest = new Set(known.ids);
    for (const page of data?.pages ?? []) for (const { orderId } of page.items) rest.delete(orderId);
    return rest.size;
  }, [known.ids, data]);

  return { put, reset, offered, maybeMore: known.maybeMore, show };
}
