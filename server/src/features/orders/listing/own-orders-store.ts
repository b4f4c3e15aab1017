import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { listedOrderColumns } from "#features/orders/order-columns-store.ts";
import type { ListedOrder } from "#features/orders/order-record.ts";

/** A page of a customer's orders and of those that tickets show, newest first, before an ID. */
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
