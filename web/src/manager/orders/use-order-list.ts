import { orderList } from "@reposo/contract/order-lists.ts";
import { useCallback, useMemo, useState } from "react";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { callApi } from "#shared/api/api-client.ts";
import { readAnewUnlessDeep } from "#manager/lists/deep-lists.ts";
import { type ListVisit, useListVisit } from "#manager/lists/list-visit.ts";
import { useNewsAfterReading } from "#manager/lists/news-after-reading.ts";
import { type PagedList, usePagedList } from "#manager/lists/paged-list.ts";
import type { DayAndHour } from "#manager/frame/shown-zone.ts";
import { sentOffset } from "#shared/time/time-zone.ts";
import { type OrderFilters, type OrderRow, firstPageRequest, fitsOrderFilters } from "./order-filters.ts";
import { type OrderPages, takeOrder } from "./order-pages.ts";

/** In another zone the same days are others, and what was read of them does not go on. */
export const useOrderVisit = (token: string, filters: OrderFilters, shown: boolean): ListVisit =>
  useListVisit("orders", token, JSON.stringify([sentOffset(), filters]), shown);

/** Orders of the manager's outlets, newest first, twenty a page. */
export function useOrderList(visit: ListVisit, filters: OrderFilters, shown: boolean): PagedList<OrderRow> {
  return usePagedList<OrderRow>(
    "orders",
    visit,
    (cursor, signal) =>
      callApi(
        orderList,
        { ...firstPageRequest(filters), ...(cursor === null ? {} : { cursor }) },
        { signal, quiet: true },
      ),
    shown,
  );
}

const orderIdOf = ({ orderId }: OrderRow): string => orderId;

/** Orders that a list does not show yet. */
interface Missing {
  readonly of: QueryKey;
  readonly ids: ReadonlySet<string>;
  readonly maybeMore: boolean;
}
const none: ReadonlySet<string> = new Set();
const nothingOf = (of: QueryKey): Missing => ({ of, ids: none, maybeMore: false });

/** What the stream says of orders: rows follow it, new ones are counted until someone wants to see them. */
export function useLiveOrders(
  list: PagedList<OrderRow>,
  filters: OrderFilters,
  timeOf: (at: string) => DayAndHour,
) {
  const client = useQueryClient();
  const [missing, setMissing] = useState(nothingOf(list.queryKey));
  const ofList = (some: Missing) => (some.of === list.queryKey ? some : nothingOf(list.queryKey));
  const known = ofList(missing);

  const put = useNewsAfterReading(list.queryKey, orderIdOf, (order: OrderRow) => {
    const data = client.getQueryData<OrderPages>(list.queryKey);
    if (data === undefined) return;
    const fits = fitsOrderFilters(order, timeOf(order.orderTime), filters);
    const news = takeOrder(data, order, fits);
    if (news.kind === "inList") client.setQueryData<OrderPages>(list.queryKey, news.pages);
    if (news.kind === "missing" && data.pages.every(({ items }) => items.length === 0)) void list.startOver();
    else {
      // Several may come before anything is drawn.
      setMissing((before) => {
        const now = ofList(before);
        if (now.ids.has(order.orderId) === (news.kind === "missing")) return before;
        const ids = new Set(now.ids);
        if (news.kind === "missing") ids.add(order.orderId);
        else ids.delete(order.orderId);
        return { ...now, ids };
      });
    }
  });

  /** The stream missed events. */
  function reset(): void {
    if (!readAnewUnlessDeep(client, list.queryKey))
      setMissing((before) => ({ ...ofList(before), maybeMore: true }));
  }

  const { startOver, data, queryKey } = list;
  const show = useCallback(() => {
    setMissing(nothingOf(queryKey));
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
