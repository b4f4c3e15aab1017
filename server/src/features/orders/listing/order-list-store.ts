import { maxSortedOrders, type OrderSort } from "@reposo/contract/orders/order-values.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderFilter } from "./order-counts-store.ts";
import { listedOrderColumns } from "#features/orders/record/orders-store.ts";
import { isMoved, matches } from "./order-cells-store.ts";
import { narrowedPage } from "./order-page-store.ts";
import type { ListedOrder } from "#features/orders/record/order-record.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

/**
 * Returns the range of IDs from the start of the filter's range to its end, or to the last ID of the previous page.
 */
function idsOf({ range }: OrderFilter, before: string | null): { from: string; to: string } {
  const from = range === undefined ? "00000000-0000-0000-0000-000000000000" : firstIdAt(range.from);
  const to = range === undefined ? "ffffffff-ffff-ffff-ffff-ffffffffffff" : firstIdAt(range.to);
  return { from, to: before !== null && before < to ? before : to };
}

/**
 * `listedId` is the position in lists: the order's ID, or an ID with the corrected time if its time was corrected.
 */
export type PlacedInList = ListedOrder & { readonly listedId: string };

/**
 * Selects a page of orders, newest first. Without a filter by chair, status, or pay type, it reads the newest orders of
 * each outlet through the index of outlet and ID. A scan of the primary key would also read the orders of all other
 * outlets.
 * @param before `listedId` of the last order of the previous page
 */
export async function selectOrders(
  db: Querier,
  filter: OrderFilter,
  before: string | null,
  limit: number,
): Promise<PlacedInList[]> {
  return sql<PlacedInList>`
    WITH ${newestOf(filter, idsOf(filter, before), limit)}
    SELECT ${listedOrderColumns}, page.listed_id AS "listedId"
    FROM page JOIN orders o USING (order_id) JOIN outlet USING (outlet_id)
    ORDER BY page.listed_id DESC`.rows(db);
}

/** Returns the CTE `page` of the newest matching orders in a range of IDs, with the CTEs that it needs. */
function newestOf(filter: OrderFilter, ids: { from: string; to: string }, limit: number): SqlQuery {
  const isNarrow =
    filter.deviceId !== undefined || filter.statuses !== undefined || filter.payTypes !== undefined;
  return isNarrow
    ? narrowedPage(filter, ids, limit)
    : sql`page AS (
        SELECT order_id, listed_id FROM (
          SELECT newest.order_id, newest.order_id AS listed_id FROM unnest(${filter.outletIds}::text[]) AS mine (outlet_id)
          CROSS JOIN LATERAL (
            SELECT o.order_id FROM orders o
            WHERE o.outlet_id = mine.outlet_id AND o.order_id >= ${ids.from}::uuid AND o.order_id < ${ids.to}::uuid
              AND NOT ${isMoved}
            ORDER BY o.order_id DESC LIMIT ${limit}
          ) AS newest
          UNION ALL
          SELECT order_id, listed_id FROM moved_order
          WHERE outlet_id = ANY(${filter.outletIds}::text[]) AND listed_id >= ${ids.from}::uuid
            AND listed_id < ${ids.to}::uuid
        ) AS found
        ORDER BY listed_id DESC LIMIT ${limit}
      )`;
}

export interface OrderSorting {
  readonly column: OrderSort;
  readonly ascending: boolean;
}

const sortKeys: Record<OrderSort, (direction: SqlQuery) => SqlQuery> = {
  time: (direction) => sql`page.listed_id ${direction}`,
  device: (direction) => sql`o.device_id ${direction}, page.listed_id DESC`,
  outlet: (direction) => sql`lower(outlet.name) ${direction}, page.listed_id DESC`,
  // Amounts of different currencies cannot be compared.
  amount: (direction) => sql`o.currency, o.amount_minor ${direction}, page.listed_id DESC`,
};

/**
 * Selects a page of orders sorted by a column. It reads all matching orders, of which there must be at most
 * `maxSortedOrders`.
 * @param after `listedId` of the last order of the previous page
 */
export async function selectSortedOrders(
  db: Querier,
  filter: OrderFilter,
  { column, ascending }: OrderSorting,
  after: string | null,
  limit: number,
): Promise<PlacedInList[]> {
  const keys = sortKeys[column](ascending ? sql`ASC` : sql`DESC`);
  return sql<PlacedInList>`
    WITH ${newestOf(filter, idsOf(filter, null), maxSortedOrders)}, sorted AS (
      SELECT page.order_id, page.listed_id, row_number() OVER (ORDER BY ${keys}) AS place
      FROM page JOIN orders o USING (order_id) JOIN outlet USING (outlet_id)
    )
    SELECT ${listedOrderColumns}, found.listed_id AS "listedId"
    FROM (
      SELECT * FROM sorted
      WHERE place > ${after === null ? sql`0` : sql`(SELECT place FROM sorted WHERE listed_id = ${after}::uuid)`}
      ORDER BY place LIMIT ${limit}
    ) AS found JOIN orders o USING (order_id) JOIN outlet USING (outlet_id)
    ORDER BY found.place`.rows(db);
}

/**
 * An order for an export. Times are milliseconds since 1970, because converting a million `Date` objects takes
 * longer than writing the rows.
 */
export type ExportedOrder = Omit<
  ListedOrder,
  "outletId" | "orderedAt" | "startedAt" | "endsAt" | "endedAt" | "extendedMinutes"
> & {
  readonly orderedMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** Number of the order that a transfer continues; null for other orders. */
  readonly continuesNumber: string | null;
};

const msOf = (column: string) =>
  sql`(date_part('epoch', date_trunc('milliseconds', ${sql.identifier(column)})) * 1000)::bigint`;

const exportKeys: Record<OrderSort, (direction: SqlQuery) => SqlQuery> = {
  time: (direction) => sql`listed_id ${direction}`,
  device: (direction) => sql`"deviceId" ${direction}, listed_id DESC`,
  outlet: (direction) => sql`"outletName" ${direction}, listed_id DESC`,
  amount: (direction) => sql`currency, "amountMinor" ${direction}, listed_id DESC`,
};

/**
 * Returns the query of all matching orders, by default newest first. The caller reads its result through a database
 * cursor.
 */
export function allOrders(
  filter: OrderFilter,
  { column, ascending }: OrderSorting = { column: "time", ascending: false },
): SqlQuery<ExportedOrder> {
  const ids = idsOf(filter, null);
  const selected = sql`
    o.order_id AS "orderId", o.parent_order_id AS "parentOrderId", o.order_number AS "orderNumber",
      ${msOf("o.ordered_at")} AS "orderedMs",
      o.device_id AS "deviceId", outlet.name AS "outletName", o.order_type AS "orderType", o.pay_type AS "payType",
      o.status, o.gear, o.minutes, o.amount_minor AS "amountMinor", o.refunded_minor AS "refundedMinor", o.currency,
      o.coupon_property AS "couponProperty", o.coupon_code AS "couponCode", o.cash_coupon_code AS "cashCouponCode",
      ${msOf("o.started_at")} AS "startedMs", ${msOf("o.ended_at")} AS "endedMs", o.end_reason AS "endReason",
      CASE WHEN o.pay_type = 'transfer' THEN (SELECT first.order_number FROM order_transfer t
        JOIN orders first ON first.order_id = t.order_id WHERE t.transfer_order_id = o.order_id) END
        AS "continuesNumber"`;
  const condition = sql`o.outlet_id = ANY(${filter.outletIds}::text[]) AND ${matches(filter, sql`o.`)}`;
  return sql<ExportedOrder>`
    SELECT ${selected}, o.order_id AS listed_id FROM orders o JOIN outlet USING (outlet_id)
    WHERE o.order_id >= ${ids.from}::uuid AND o.order_id < ${ids.to}::uuid AND NOT ${isMoved} AND ${condition}
    UNION ALL
    SELECT ${selected}, moved.listed_id
    FROM moved_order moved JOIN orders o USING (order_id) JOIN outlet ON outlet.outlet_id = o.outlet_id
    WHERE moved.listed_id >= ${ids.from}::uuid AND moved.listed_id < ${ids.to}::uuid AND ${condition}
    ORDER BY ${exportKeys[column](ascending ? sql`ASC` : sql`DESC`)}`;
}

/**
 * Selects a page of a customer's orders, and of the orders whose tickets the customer's browser redeemed, newest first.
 * @param before selects only orders with lower IDs
 */
export async function selectOwnOrders(
  db: Querier,
  { customerId, ticketOrderIds }: { customerId: string; ticketOrderIds: readonly string[] },
  before: string,
  limit: number,
): Promise<ListedOrder[]> {
  return sql<ListedOrder>`
    WITH own AS (
      SELECT order_id FROM orders
      WHERE customer_id = ${customerId} AND order_id < ${before}::uuid
      ORDER BY order_id DESC LIMIT ${limit}
    ), page AS (
      SELECT order_id FROM own
      UNION SELECT order_id FROM unnest(${ticketOrderIds}::uuid[]) AS shown (order_id)
        WHERE order_id < ${before}::uuid
      ORDER BY order_id DESC LIMIT ${limit}
    )
    SELECT ${listedOrderColumns} FROM page JOIN orders o USING (order_id) JOIN outlet USING (outlet_id)
    ORDER BY o.order_id DESC`.rows(db);
}
