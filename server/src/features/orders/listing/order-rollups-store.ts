import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Fills the empty order roll-ups from the ended orders, e.g. of a demo network. Rows are inserted in the order of their
 * primary key, which is many times faster for millions of rows. Requires the database role that owns the tables.
 */
export async function rollUpOrders(uow: UnitOfWork): Promise<void> {
  await sql`
    INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
    SELECT outlet_id, 'quarter', date_bin('15 minutes', ordered_at, 'epoch') AS starts_at, device_id, pay_type, status,
      count(*)
    FROM orders WHERE status IN ('completed', 'cancelled', 'failed', 'refunded')
    GROUP BY outlet_id, starts_at, device_id, pay_type, status
    ORDER BY outlet_id, starts_at, device_id, pay_type, status`.execute(uow);
  for (const [grain, finer] of [
    ["day", "quarter"],
    ["month", "day"],
  ] as const)
    await sql`
      INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
      SELECT outlet_id, ${grain}, date_trunc(${grain}, starts_at, 'UTC') AS cell_starts_at, device_id, pay_type, status,
        sum(orders)
      FROM order_rollup WHERE grain = ${finer} GROUP BY outlet_id, cell_starts_at, device_id, pay_type, status
      ORDER BY outlet_id, cell_starts_at, device_id, pay_type, status`.execute(uow);
  await sql`
    INSERT INTO outlet_order_rollup (outlet_id, grain, starts_at, completed_online, completed_cash, completed_free,
      cancelled, failed, refunded, completed_transfer)
    SELECT outlet_id, grain, starts_at,
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'online'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type IN ('cash', 'coin', 'cashCoupon')), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'coupon'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'cancelled'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'failed'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'refunded'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'transfer'), 0)
    FROM order_rollup GROUP BY outlet_id, grain, starts_at ORDER BY outlet_id, grain, starts_at`.execute(uow);
}
