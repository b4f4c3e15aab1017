import type pg from "pg";

/**
 * Inserts ended orders, distributed over the chairs and over two years, and the roll-ups of orders, which triggers
 * normally maintain.
 */
export async function insertOrders(
  owner: pg.Client,
  { orders, deviceIds }: { orders: number; deviceIds: readonly string[] },
): Promise<void> {
  const everySeconds = Math.max(1, Math.floor((2 * 365 * 86_400) / orders));
  await owner.query("SELECT make_order_months(now() - interval '25 months', now())");
  // Disables foreign keys, which the rows satisfy by construction, and triggers, which would update the roll-ups.
  await owner.query("SET session_replication_role = replica; SET synchronous_commit = off");
  await owner.query(
    `INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
       minutes, amount_minor, currency, coupon_property, coupon_code, started_at, ends_at, ended_at, end_reason)
     SELECT new_order_id(at), 'B-' || n, at, d.device_id, d.outlet_id,
       CASE WHEN n % 3 = 0 THEN 'coupon' ELSE 'counter' END, CASE WHEN n % 3 = 0 THEN 'coupon' ELSE 'cash' END,
       'completed', 1 + n % 3, 15, 15000, 'PHP', CASE WHEN n % 3 = 0 THEN 'free' END,
       CASE WHEN n % 3 = 0 THEN 'GIFT-' || n END, at, at + interval '15 minutes', at + interval '15 minutes', 'finished'
     FROM generate_series(1, $1::integer) AS n
     CROSS JOIN LATERAL (SELECT now() - n * $2::integer * interval '1 second' AS at) AS drawn
     JOIN (SELECT device_id, outlet_id, row_number() OVER (ORDER BY device_id) - 1 AS ordinal FROM device
       WHERE device_id = ANY($3::text[])) AS d ON d.ordinal = n % $4::integer`,
    [orders, everySeconds, deviceIds, deviceIds.length],
  );
  await owner.query(
    `INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
     SELECT outlet_id, grain.name, CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', ordered_at, 'epoch')
         ELSE date_trunc(grain.name, ordered_at, 'UTC') END, device_id, pay_type, status, count(*)
     FROM orders CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
     GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  await owner.query(
    `INSERT INTO outlet_order_rollup
     SELECT outlet_id, grain, starts_at, 0, coalesce(sum(orders) FILTER (WHERE pay_type = 'cash'), 0),
       coalesce(sum(orders) FILTER (WHERE pay_type = 'coupon'), 0), 0, 0, 0
     FROM order_rollup GROUP BY outlet_id, grain, starts_at`,
  );
  await owner.query("SET session_replication_role = origin");
  await owner.query("ANALYZE");
}
