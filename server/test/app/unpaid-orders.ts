import type { Database } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";

/** Inserts copies of an unpaid online order, without payments. */
export const copyUnpaidOrder = (owner: Database, orderId: string, copies: number): Promise<unknown> =>
  sql`
    WITH more AS (
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
        price_id, gear, minutes, amount_minor, currency, customer_id, deadline_at)
      SELECT new_order_id(ordered_at), order_number || '-' || n, ordered_at, device_id, outlet_id, order_type, pay_type,
        status, price_id, gear, minutes, amount_minor, currency, customer_id, deadline_at
      FROM orders, generate_series(1, ${copies}::integer) AS n WHERE order_id = ${orderId}
      RETURNING order_id, ordered_at)
    INSERT INTO order_transition (order_id, step, to_status, cause, at)
    SELECT order_id, 1, 'unpaid', 'ordered', ordered_at FROM more`.execute(owner);
