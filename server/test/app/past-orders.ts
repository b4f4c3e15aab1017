import { createOrderMonths } from "#features/orders/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface PastOrders {
  readonly count: number;
  /** Time of the newest order; each order is `everySeconds` older than the order after it. */
  readonly until: Date;
  readonly everySeconds: number;
  /** Every n-th order was paid by a coupon and refunded; the others were paid at the counter and completed. */
  readonly rareEvery?: number;
}

/**
 * Inserts ended orders in bulk, distributed over the chairs of these outlets, and the counts that database triggers would
 * have maintained for them.
 */
export async function writePastOrders(
  owner: Database,
  outletIds: readonly string[],
  { count, until, everySeconds, rareEvery = 1_000_000_000 }: PastOrders,
): Promise<void> {
  const first = new Date(until.getTime() - count * everySeconds * 1000);
  await transact(owner, (uow) => createOrderMonths(uow, first, until));
  await transact(
    owner,
    async (uow) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(uow);
      await sql`
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
        minutes, amount_minor, currency, started_at, ended_at)
      SELECT new_order_id(at), 'past-' || n, at, d.device_id, d.outlet_id,
        CASE WHEN is_rare THEN 'coupon' ELSE 'counter' END, CASE WHEN is_rare THEN 'coupon' ELSE 'cash' END,
        CASE WHEN is_rare THEN 'failed' ELSE 'completed' END, 1, 10, 10000, 'PHP', at, at
      FROM generate_series(1, ${count}::integer) AS n
      CROSS JOIN LATERAL (SELECT ${until}::timestamptz - n * ${everySeconds} * interval '1 second' AS at,
        n % ${rareEvery}::integer = 0 AS is_rare) AS drawn
      JOIN (SELECT device_id, outlet_id, row_number() OVER (ORDER BY device_id) - 1 AS place, count(*) OVER () AS places
        FROM device WHERE outlet_id = ANY(${outletIds}::text[])) AS d ON d.place = n % d.places`.execute(uow);
      await sql`
      INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
      SELECT outlet_id, grain.name, CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', ordered_at, 'epoch')
          ELSE date_trunc(grain.name, ordered_at, 'UTC') END, device_id, pay_type, status, count(*)
      FROM orders CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
      WHERE outlet_id = ANY(${outletIds}::text[])
      GROUP BY 1, 2, 3, 4, 5, 6`.execute(uow);
      await sql`
      INSERT INTO outlet_order_rollup
      SELECT outlet_id, grain, starts_at, 0, coalesce(sum(orders) FILTER (WHERE status = 'completed'), 0), 0, 0,
        coalesce(sum(orders) FILTER (WHERE status = 'failed'), 0), 0
      FROM order_rollup WHERE outlet_id = ANY(${outletIds}::text[]) GROUP BY outlet_id, grain, starts_at`.execute(
        uow,
      );
    },
    { bulk: true },
  );
  await sql`ANALYZE`.execute(owner);
}
