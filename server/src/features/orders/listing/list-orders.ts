import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { orderList, ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { maxSortedOrders } from "@reposo/contract/orders/order-values.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { lateTimesOfOrders } from "#features/revenue/index.ts";
import { pageOf, readIdCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { countMatching } from "./order-counts-store.ts";
import { readOrderFilter } from "./order-filter.ts";
import { selectOrders, selectOwnOrders, selectSortedOrders } from "./order-list-store.ts";
import type { OrderViewer } from "#features/orders/record/order-access.ts";
import type { Database } from "#platform/postgres/database.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { timeOfId } from "#platform/keys/ids-by-time.ts";
import { sumListedDays } from "./sum-listed-days.ts";
import { viewOrder } from "#features/orders/views/order-view.ts";

const emptyPage = { items: [], nextCursor: null, total: 0 };

/**
 * Lists the orders of the caller's outlets that match the filter, by default newest first. The dates of the filter are
 * in the time zone `zone`.
 */
export const listOrders =
  ({ database, monthClosesAfterDays }: Pick<OrderDependencies, "database" | "monthClosesAfterDays">) =>
  async (
    caller: { readonly outletIds: readonly string[] },
    zone: string,
    { limit = 20, cursor, sort, order, days, ...request }: RequestOf<typeof orderList>,
  ): Promise<ReplyOf<typeof orderList>> => {
    const filter = readOrderFilter(caller, request, zone);
    // The cursor contains the requested outlets instead of the caller's, so that it stays valid when the caller's
    // outlets change.
    const { areaId = null, exceptAreaId } = request;
    const position = { ...filter, outletIds: areaId, sort, order, ...(exceptAreaId && { exceptAreaId }) };
    const last = cursor === undefined ? null : readIdCursor(position, cursor);
    // The list is empty if no pay type matches both the filter by pay type and the filter by order type.
    if (filter.payTypes?.length === 0) return emptyPage;
    const counting = countMatching(database, filter);
    const isSorted = sort !== undefined && (await counting) <= maxSortedOrders;
    const [orders, counted] = await Promise.all([
      isSorted
        ? selectSortedOrders(database, filter, { column: sort, ascending: order === "asc" }, last, limit + 1)
        : selectOrders(database, filter, last, limit + 1),
      counting,
    ]);
    const page = pageOf(orders, limit, ({ listedId }) => writePageCursor(position, listedId));
    const [lateTimes, daySums] = await Promise.all([
      lateTimesOfOrders(
        database,
        page.items.map(({ orderId }) => orderId),
        monthClosesAfterDays,
      ),
      days === undefined || sort !== undefined
        ? undefined
        : sumListedDays(database, filter, zone, {
            times: page.items.map(({ orderedAt }) => orderedAt),
            before: last === null ? null : timeOfId(last),
          }),
    ]);
    return {
      ...page,
      ...(daySums && { days: daySums }),
      items: page.items.map((order) => ({
        ...viewOrder(order),
        lateAt: lateTimes.get(order.orderId)?.toISOString() ?? null,
      })),
      total: totalOf(counted, page, last === null),
    };
  };

const maxOrderId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** @throws ProductError permissionMissing for a manager, because an empty list would be misleading */
export const listOwnOrders =
  (database: Database) =>
  async (
    caller: OrderViewer,
    { limit = 20, cursor }: RequestOf<typeof ownOrders>,
  ): Promise<ReplyOf<typeof ownOrders>> => {
    if (caller.kind === "manager") throw new ProductError("permissionMissing");
    const { customerId, ticketOrderIds = [] } = caller;
    const position = { customerId };
    const before = cursor === undefined ? maxOrderId : readIdCursor(position, cursor);
    const orders = await selectOwnOrders(database, { customerId, ticketOrderIds }, before, limit + 1);
    const page = pageOf(orders, limit, ({ orderId }) => writePageCursor(position, orderId));
    return { ...page, items: page.items.map(viewOrder) };
  };
