import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { orderList } from "@reposo/contract/orders/order-lists.ts";
import { type OrderSort, orderSorts } from "@reposo/contract/orders/order-values.ts";
import { readSorting, sortFields } from "#manager/shared/lists/table-state.ts";
import {
  type LoadedRows,
  listQueryWith,
  loadedRows,
  type PagesOf,
} from "#manager/shared/lists/list-query.ts";
import { refundRequestsQuery } from "#manager/refunds/index.ts";
import { apiQuery, type DataOf, type PageQuery } from "#shared/api/api-query.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import type { DaySums } from "./order-day-queries.ts";
import {
  areDaysWrong,
  type OrderFilters,
  orderListRequest,
  type OrderRow,
  readOrderFilters,
} from "#manager/orders/filter/order-filters.ts";

/**
 * The orders that match the filters, by default newest first.
 * @param zone `zoneKey` of the time zone in which days are counted
 */
export const orderListQuery = (filters: OrderFilters, zone: string | null, sorting: OrderSorting | null) =>
  listQueryWith<OrderRow, LoadedOrders>(
    apiQuery(
      "orderList",
      { ...orderListRequest(filters), ...sortFields(isResorted(sorting) ? sorting : null), days: "sums" },
      zone,
    ),
    loadedOrders,
  );

/** Whether the orders have another order than newest first, in which the server sums their days. */
export const isResorted = (sorting: OrderSorting | null): boolean =>
  sorting !== null && (sorting.column !== "time" || sorting.ascending);

interface LoadedOrders extends LoadedRows<OrderRow> {
  readonly daySums: readonly DaySums[];
}

const loadedOrders = (data: PagesOf<OrderRow>): LoadedOrders => ({
  ...loadedRows(data),
  // The sums of a day are in the reply in which it begins.
  daySums: (data.pages as ReplyOf<typeof orderList>[]).flatMap(({ days = [] }) => days),
});

export interface OrderSorting {
  readonly column: OrderSort;
  readonly ascending: boolean;
}

/** The queries of the first view of the page; none if its address selects days that the server refuses. */
export function firstOrderQueries(search: string, zone: string | null, dataOf: DataOf): readonly PageQuery[] {
  const query = new URLSearchParams(search);
  const orderId = query.get("orderId");
  if (orderId !== null) {
    const isCompleted = dataOf(orderQuery(orderId))?.orderStatus === "completed";
    return [orderQuery(orderId), ...(isCompleted ? [refundRequestsQuery(orderId)] : [])];
  }
  const filters = readOrderFilters(query);
  return areDaysWrong(filters) ? [] : [orderListQuery(filters, zone, readSorting(query, orderSorts))];
}
