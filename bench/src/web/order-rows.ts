import type pg from "pg";

/**
 * Inserts `count` ended orders, three minutes apart up to now, directly into the database. Each chair of `deviceIds`
 * must belong to the outlet at the same position of `outletIds`.
 */
export async function addOrders(
  owner: pg.Client,
  outletIds: readonly string[],
  deviceIds: readonly string[],
  count: number,
): Promise<void> {
  await owner.query("SELECT make_order_months(now() - $1 * interval '3 minutes', now() + interval '1 day')", [
    count,
  ]);
  // Lets the product's triggers accept orders in any state.
  await owner.query("SET reposo.importing_orders = 'on'");
  await owner.query(
    `WITH drawn AS (
       SELECT n, date_trunc('milliseconds', now() - n * interval '3 minutes') AS at,
         (ARRAY['online', 'cash', 'coin', 'online', 'coupon'])[1 + n % 5] AS pay_type,
         CASE WHEN n % 13 = 5 THEN 'refunded' WHEN n % 17 = 3 THEN 'failed' ELSE 'completed' END AS status,
         1 + n % cardinality($1::text[]) AS ordinal
       FROM generate_series(1, $3::integer) AS n
     )
     INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
       gear, minutes, amount_minor, refunded_minor, currency, started_at, ends_at, ended_at, end_reason)
     SELECT new_order_id(at), 'bench-' || n, at, ($2::text[])[ordinal], ($1::text[])[ordinal],
       CASE pay_type WHEN 'cash' THEN 'counter' ELSE pay_type END, pay_type, status, 1 + n % 3, 10, 5000,
       CASE status WHEN 'refunded' THEN 5000 ELSE 0 END, 'PHP', at, at + interval '10 minutes',
       at + interval '10 minutes', 'finished'
     FROM drawn`,
    [outletIds, deviceIds, count],
  );
}
