import { sql } from "kysely";
import type { OrderFilter } from "./order-filter.ts";

const grains = {
  month: {
    start: (at: unknown) => sql`date_trunc('month', ${at}, 'UTC')`,
    // However the session's own zone changes its clocks: some day of the month after, at its UTC beginning.
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

/** Milliseconds that an id begins with. */
const timeOf = (orderId: string): Date =>
  new Date(Math.min(Number.parseInt(orderId.replaceAll("-", "").slice(0, 12), 16), Date.UTC(9999, 0)));

/**
 * A page of a filter that may fit one order in a hundred thousand. The roll-ups know which months hold such orders,
 * which days of these months and which quarter-hours of these days; cells are taken, newest first, until they hold a
 * page, and only their orders are looked at. So a page costs a few hundred rows however rare its orders are. Orders
 * that have not ended are in no roll-up yet, and few: they are read from their own table.
 */
export function narrowedPage(
  { outletIds, deviceId, statuses, payTypes }: OrderFilter,
  ids: { from: string; to: string },
  limit: number,
) {
  const from = timeOf(ids.from);
  const to = timeOf(ids.to);
  // That id is not wanted, but others of its millisecond may be.
  const beyond = new Date(to.getTime() + 1);
  const matches = sql.join(
    [
      sql`true`,
      ...(deviceId === undefined ? [] : [sql`device_id = ${deviceId}`]),
      ...(statuses === undefined ? [] : [sql`status = ANY(${statuses}::text[])`]),
      ...(payTypes === undefined ? [] : [sql`pay_type = ANY(${payTypes}::text[])`]),
    ],
    sql` AND `,
  );
  const least = (grain: Grain) => grains[grain].start(sql`${from}::timestamptz`);

  // A cell that the edges of the range cut counts for nothing: its matching orders may lie outside.
  const cells = (grain: Grain, within: Grain | null) => sql`
    SELECT outlet_id, starts_at, ends_at FROM (
      SELECT ${grain === "quarter" ? sql`cell.outlet_id` : sql`NULL AS outlet_id`}, cell.starts_at,
        ${grains[grain].end(sql`cell.starts_at`)} AS ends_at,
        sum(sum(cell.orders) FILTER (WHERE cell.starts_at >= ${from}
          AND ${grains[grain].end(sql`cell.starts_at`)} <= ${to}))
          OVER (ORDER BY cell.starts_at DESC RANGE UNBOUNDED PRECEDING EXCLUDE GROUP) AS newer
      FROM unnest(${outletIds}::text[]) AS mine (outlet_id)
      ${within === null ? sql`` : sql`CROSS JOIN ${sql.ref(`${within}_cell`)} AS wider`}
      CROSS JOIN LATERAL (
        SELECT outlet_id, starts_at, orders FROM order_rollup
        WHERE outlet_id = mine.outlet_id AND grain = ${sql.lit(grain)}
          AND starts_at >= ${within === null ? least(grain) : sql`greatest(wider.starts_at, ${least(grain)})`}
          AND starts_at < ${within === null ? sql`${beyond}` : sql`least(wider.ends_at, ${beyond})`}
          AND ${matches}
        OFFSET 0
      ) AS cell
      GROUP BY ${grain === "quarter" ? sql`cell.outlet_id,` : sql``} cell.starts_at
      HAVING sum(cell.orders) > 0
    ) AS counted
    WHERE coalesce(newer, 0) < ${limit}`;

  return sql`
    month_cell AS (${cells("month", null)}), day_cell AS (${cells("day", "month")}),
    quarter_cell AS (${cells("quarter", "day")}),
    page AS (
      SELECT order_id FROM (
        SELECT ended.order_id FROM quarter_cell AS cell CROSS JOIN LATERAL (
          SELECT order_id FROM orders
          WHERE outlet_id = cell.outlet_id
            AND order_id >= greatest(order_id_floor(cell.starts_at), ${ids.from}::uuid)
            AND order_id < least(order_id_floor(cell.ends_at), ${ids.to}::uuid)
            AND status IN ('completed', 'cancelled', 'failed', 'refunded') AND ${matches}
          ORDER BY order_id DESC LIMIT ${limit}
        ) AS ended
        UNION ALL
        SELECT order_id FROM open_order
        WHERE outlet_id = ANY(${outletIds}::text[]) AND order_id >= ${ids.from}::uuid AND order_id < ${ids.to}::uuid
          AND ${matches}
      ) AS found
      ORDER BY order_id DESC LIMIT ${limit}
    )`;
}
