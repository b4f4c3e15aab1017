import { timeOfId } from "#platform/keys/ids-by-time.ts";
import { sql } from "#platform/postgres/sql.ts";
import { cellSources, isMoved, matches } from "./order-cells-store.ts";
import type { OrderFilter } from "./order-counts-store.ts";

const grains = {
  month: {
    start: (at: unknown) => sql`date_trunc('month', ${at}, 'UTC')`,
    // 32 days after the start of a month is a day of the next month. Truncation in UTC ignores the session's time
    // zone.
    end: (start: unknown) => sql`date_trunc('month', ${start} + interval '32 days', 'UTC')`,
  },
  day: {
    start: (at: unknown) => sql`date_trunc('day', ${at}, 'UTC')`,
    end: (start: unknown) => sql`(${start} + interval '24 hours')`,
  },
  quarter: {
    start: (at: unknown) => sql`date_bin('15 minutes', ${at}, 'epoch')`,
    end: (start: unknown) => sql`(${start} + interval '15 minutes')`,
  },
};
type Grain = keyof typeof grains;

/**
 * Returns the CTE `page`, preceded by the CTEs that it reads. It is fast even if the filter matches only one order
 * in a hundred thousand.
 * The order roll-ups count ended orders by month, day, and quarter-hour; their rows are called cells and show which
 * periods contain matching orders. The query selects the newest cells until they contain enough orders for a page,
 * and reads only the orders of these cells: a few dozen rows per outlet. A filter that the roll-up by outlet cannot
 * answer uses the roll-up by chair; if no order matches, the query scans the whole index of that roll-up, at most
 * 220 blocks for an outlet of 60 chairs over thirteen months.
 * Open orders, which are in no roll-up, and orders with a corrected time, which ranges of IDs do not find, are read
 * from their own tables.
 */
export function narrowedPage(filter: OrderFilter, ids: { from: string; to: string }, limit: number) {
  const { outletIds } = filter;
  const from = sql`${timeOfId(ids.from)}::timestamptz`;
  const to = sql`${timeOfId(ids.to)}::timestamptz`;
  const sources = cellSources(filter);

  const cells = (grain: Grain, within: Grain | null) => {
    const { start, end } = grains[grain];
    const wider = within && sql.identifier(`${within}_cell`);
    // Every selected cell that lies completely within the range contains at least one matching order, so an outlet
    // needs at most as many of these cells as a page has rows. Cells at the edges of the range count 0, because
    // their matching orders may be outside the range.
    const newest = sources.map(
      ({ table, orders, condition }) => sql`
        (SELECT starts_at, ${orders} AS orders FROM ${table}
        WHERE outlet_id = wider.outlet_id AND grain = ${sql.literal(grain)} AND ${condition}
          AND starts_at >= ${wider === null ? from : sql`greatest(wider.starts_at, ${from})`}
          AND starts_at < ${wider === null ? start(to) : sql`least(wider.ends_at, ${start(to)})`}
        ORDER BY starts_at DESC LIMIT ${limit})
        UNION ALL
        SELECT edge.starts_at, 0 FROM (VALUES (${start(from)}), (${start(to)})) AS edge (starts_at)
        CROSS JOIN LATERAL (
          SELECT FROM ${table}
          WHERE outlet_id = wider.outlet_id AND grain = ${sql.literal(grain)} AND starts_at = edge.starts_at AND ${condition}
          LIMIT 1
        ) AS one
        WHERE ${wider === null ? sql`true` : sql`edge.starts_at >= wider.starts_at AND edge.starts_at < wider.ends_at`}`,
    );
    return sql`
      SELECT outlet_id, starts_at, ends_at FROM (
        SELECT wider.outlet_id, newest.starts_at, ${end(sql`newest.starts_at`)} AS ends_at,
          sum(sum(newest.orders)) OVER (ORDER BY newest.starts_at DESC)
            - sum(sum(newest.orders)) OVER (PARTITION BY newest.starts_at) AS newer
        FROM ${wider ?? sql`unnest(${outletIds}::text[])`} AS wider ${wider === null ? sql`(outlet_id)` : sql``}
        CROSS JOIN LATERAL (${sql.join(newest, sql` UNION ALL `)}) AS newest
        GROUP BY wider.outlet_id, newest.starts_at
      ) AS counted
      WHERE newer < ${limit}`;
  };

  const openOrMoved = sql`
    SELECT order_id, order_id AS listed_id FROM open_order AS o
    WHERE outlet_id = ANY(${outletIds}::text[]) AND order_id >= ${ids.from}::uuid AND order_id < ${ids.to}::uuid
      AND NOT ${isMoved} AND ${matches(filter)}
    UNION ALL
    SELECT order_id, listed_id FROM (
      SELECT m.order_id, m.listed_id, o.device_id, o.status, o.pay_type FROM moved_order m JOIN orders o USING (order_id)
      WHERE m.outlet_id = ANY(${outletIds}::text[]) AND m.listed_id >= ${ids.from}::uuid AND m.listed_id < ${ids.to}::uuid
    ) AS moved WHERE ${matches(filter)}`;
  if (sources.length === 0) return sql`page AS (${openOrMoved} ORDER BY listed_id DESC LIMIT ${limit})`;

  return sql`
    month_cell AS (${cells("month", null)}), day_cell AS (${cells("day", "month")}),
    quarter_cell AS (${cells("quarter", "day")}),
    page AS (
      SELECT order_id, listed_id FROM (
        SELECT ended.order_id, ended.order_id AS listed_id FROM quarter_cell AS cell CROSS JOIN LATERAL (
          SELECT order_id FROM orders AS o
          WHERE outlet_id = cell.outlet_id
            AND order_id >= greatest(order_id_floor(cell.starts_at), ${ids.from}::uuid)
            AND order_id < least(order_id_floor(cell.ends_at), ${ids.to}::uuid)
            AND status IN ('completed', 'cancelled', 'failed', 'refunded') AND ${matches(filter)}
            AND NOT ${isMoved}
          ORDER BY order_id DESC LIMIT ${limit}
        ) AS ended
        UNION ALL
        ${openOrMoved}
      ) AS found
      ORDER BY listed_id DESC LIMIT ${limit}
    )`;
}
