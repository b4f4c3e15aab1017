import { sql } from "#platform/postgres/sql.ts";

/**
 * Returns a query of the newest orders of a chair, with the columns `order_id`, `ordered_at`, and `listed_id`.
 * `listed_id` is the ID of the order, or an ID with the corrected time if the time was corrected. A query that joins
 * the result must sort by `listed_id` again.
 * @param condition a condition on the table `orders AS o`
 */
export const newestOfChair = (deviceId: unknown, condition: ReturnType<typeof sql>, limit: number) => sql`
  SELECT found.order_id, found.ordered_at, found.listed_id FROM (
    (SELECT o.order_id, o.ordered_at, o.order_id AS listed_id FROM orders o
      WHERE o.device_id = ${deviceId} AND ${condition} AND NOT EXISTS (SELECT FROM moved_order m WHERE m.order_id = o.order_id)
      ORDER BY o.order_id DESC LIMIT ${limit})
    UNION ALL
    (SELECT o.order_id, o.ordered_at, m.listed_id FROM moved_order m JOIN orders o USING (order_id)
      WHERE m.device_id = ${deviceId} AND ${condition}
      ORDER BY m.listed_id DESC LIMIT ${limit})
  ) AS found
  ORDER BY found.listed_id DESC LIMIT ${limit}`;
