import { type OrderStatus, countedStatuses } from "@reposo/contract/orders/order-values.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import { cellStart, splitConsecutive, splitIntoWeightedRanges } from "#platform/time/grain-ranges.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { cellSources, isMoved, matches, type OrderTraits } from "./order-cells-store.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

// Ended orders are summed from roll-ups, whose rows are called cells; the few open orders are counted individually.
// One statement does both, so that an order that ends meanwhile is counted once. The orders after the last whole
// quarter-hour of a range are counted from their rows.

/**
 * Returns which cells add up to a range, with the weight -1 for cells to subtract; without a range, the cells of all
 * months.
 */
const cellsOfRange = (range: InstantRange | null) =>
  range === null
    ? [{ grain: "month", from: "-infinity", to: "infinity", weight: 1 }]
    : splitIntoWeightedRanges(range);

const byDevice = sql`order_rollup`;
const byOutlet = sql`outlet_order_rollup`;

// Outlet, grain, and start are the first columns of the primary keys of both tables; OFFSET 0 makes the planner use
// these keys. The outlets are passed as JSON, for which PostgreSQL always assumes 100 rows and keeps its plan. For an
// array, it would replan the query for each length, which takes longer than the execution.
const cellsOf = (
  table: SqlQuery<unknown>,
  outletIds: readonly string[],
  parts: readonly object[],
  condition: SqlQuery<unknown> = sql`true`,
) => sql`
    SELECT cell.*, part.weight FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      AS part (grain text, "from" timestamptz, "to" timestamptz, weight integer)
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(outletIds)}::jsonb) AS outlet (outlet_id)
    CROSS JOIN LATERAL (
      SELECT * FROM ${table}
      WHERE outlet_id = outlet.outlet_id AND grain = part.grain
        AND starts_at >= part."from" AND starts_at < part."to" AND ${condition}
      OFFSET 0
    ) AS cell`;

// `listed_id` contains the time at which an order is counted. It is the order's ID, or an ID with the corrected time if
// the order's time was corrected.
const openOrders = (outletIds: readonly string[], range: InstantRange | null) => sql`
  SELECT outlet_id, device_id, pay_type, status, 1 AS orders, listed_id FROM open_order AS o
  CROSS JOIN LATERAL (SELECT coalesce((SELECT moved.listed_id FROM moved_order moved
    WHERE moved.order_id = o.order_id), o.order_id) AS listed_id) AS place
  WHERE outlet_id = ANY(${outletIds}::text[])
    ${range === null ? sql`` : sql`AND listed_id >= ${firstIdAt(range.from)}::uuid AND listed_id < ${firstIdAt(range.to)}::uuid`}`;

const facts = sql`outlet_id, device_id, pay_type, status`;

/** The orders of a part of a quarter-hour, for which there are no cells. */
function placedOrders(outletIds: readonly string[], { from, to }: InstantRange) {
  const columns = sql`o.outlet_id, o.device_id, o.pay_type, o.status, 1 AS orders`;
  const isIn = (outletId: SqlQuery, id: SqlQuery) =>
    sql`${outletId} = ANY(${outletIds}::text[]) AND ${id} >= ${firstIdAt(from)}::uuid AND ${id} < ${firstIdAt(to)}::uuid`;
  return sql`
    SELECT ${columns} FROM orders o WHERE ${isIn(sql`o.outlet_id`, sql`o.order_id`)} AND NOT ${isMoved}
    UNION ALL
    SELECT ${columns} FROM moved_order moved JOIN orders o USING (order_id)
    WHERE ${isIn(sql`moved.outlet_id`, sql`moved.listed_id`)}`;
}

/** Splits a range at its last quarter-hour, and returns a clause for the orders of its last part if it has one. */
function splitAtQuarter(outletIds: readonly string[], { from, to }: InstantRange) {
  const last = cellStart("quarter", to);
  return {
    whole: { from, to: last },
    rest: (columns: SqlQuery) =>
      last < to
        ? sql`UNION ALL SELECT ${columns} FROM (${placedOrders(outletIds, { from: last, to })}) AS rest`
        : sql``,
  };
}

/** Orders by chair, status, and pay type. */
function ordersOf(outletIds: readonly string[], range: InstantRange) {
  const { whole, rest } = splitAtQuarter(outletIds, range);
  return sql`
  SELECT ${facts}, weight * orders AS orders FROM (${cellsOf(byDevice, outletIds, cellsOfRange(whole))}) AS ended
  UNION ALL SELECT ${facts}, orders FROM (${openOrders(outletIds, whole)}) AS open_orders
  ${rest(sql`${facts}, orders`)}`;
}

/** Order counts by outlet and status, for which the roll-up by outlet is sufficient. */
function ordersOfOutlets(outletIds: readonly string[], range: InstantRange) {
  const { whole, rest } = splitAtQuarter(outletIds, range);
  return sql`
  SELECT outlet_id, ended.status, ended.orders FROM (
    SELECT outlet_id, sum(weight * (completed_online + completed_cash + completed_free + completed_transfer)) AS completed,
      sum(weight * cancelled) AS cancelled, sum(weight * failed) AS failed, sum(weight * refunded) AS refunded
    FROM (${cellsOf(byOutlet, outletIds, cellsOfRange(whole))}) AS cell GROUP BY outlet_id
  ) AS outlet CROSS JOIN LATERAL (VALUES ('completed', completed), ('cancelled', cancelled), ('failed', failed),
    ('refunded', refunded)) AS ended (status, orders)
  UNION ALL SELECT outlet_id, status, orders FROM (${openOrders(outletIds, whole)}) AS open_orders
  ${rest(sql`outlet_id, status, orders`)}`;
}

/** Normal orders (HOME-2) are live or completed. */
const isNormal = sql`status IN (${sql.join(countedStatuses.normal.map((status) => sql.literal(status)))})`;

export const countByStatus = (
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<{ status: OrderStatus; orders: number }[]> =>
  sql<{ status: OrderStatus; orders: number }>`
    SELECT status, sum(orders)::bigint AS orders FROM (${ordersOfOutlets(outletIds, range)}) AS outlet
    GROUP BY status`.rows(db);

/**
 * Counts the normal orders by the outlet at which they were placed. Outlets without orders are omitted.
 * @param range begins on a quarter-hour, but may end within one
 */
export async function countNormalByOutlet(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<{ outletId: string; orders: number }[]> {
  return sql<{ outletId: string; orders: number }>`
    SELECT outlet_id AS "outletId", sum(orders)::bigint AS orders
    FROM (${ordersOfOutlets(outletIds, range)}) AS outlet
    WHERE ${isNormal} GROUP BY outlet_id HAVING sum(orders) <> 0 ORDER BY outlet_id`.rows(db);
}

/**
 * Counts the normal orders by chair and its outlet at that time. Chairs without orders are omitted.
 * @param range begins on a quarter-hour, but may end within one
 */
export async function countNormalByDevice(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<{ outletId: string; deviceId: string; orders: number }[]> {
  return sql<{ outletId: string; deviceId: string; orders: number }>`
    SELECT outlet_id AS "outletId", device_id AS "deviceId", sum(orders)::bigint AS orders
    FROM (${ordersOf(outletIds, range)}) AS outlet
    WHERE ${isNormal} GROUP BY outlet_id, device_id
    HAVING sum(orders) <> 0 ORDER BY outlet_id, device_id`.rows(db);
}

export interface OrderPoint {
  readonly online: number;
  /** Orders that were paid with counter cash, coins, or a cash coupon. */
  readonly cash: number;
  /** Orders without income: with a free coupon, or that continue a massage of another chair. */
  readonly free: number;
}

/**
 * Counts the normal orders of each of the given consecutive ranges with one statement. `point` is the index of the
 * range. A range without normal orders is omitted, or has counts of 0 if it contains other ended orders.
 */
export async function countByPoint(
  db: Querier,
  outletIds: readonly string[],
  ranges: readonly InstantRange[],
): Promise<({ point: number } & OrderPoint)[]> {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return [];
  const starts = ranges.map((range) => range.from.toISOString());
  const ids = ranges.map((range) => firstIdAt(range.from));
  const whole = { from: first.from, to: last.to };
  // Without weights: a weighted cell may begin outside of its range, and would be counted in another bucket.
  const cells = splitConsecutive(ranges);
  return sql<{ point: number } & OrderPoint>`
    SELECT point - 1 AS point, sum(online)::bigint AS online, sum(cash)::bigint AS cash, sum(free)::bigint AS free
    FROM (
      SELECT width_bucket(starts_at, ${starts}::timestamptz[]) AS point, completed_online AS online,
        completed_cash AS cash, completed_free + completed_transfer AS free
      FROM (${cellsOf(byOutlet, outletIds, cells)}) AS ended
      UNION ALL
      SELECT width_bucket(listed_id, ${ids}::uuid[]), (pay_type = 'online')::integer,
        (pay_type IN ('cash', 'coin', 'cashCoupon'))::integer, (pay_type IN ('coupon', 'transfer'))::integer
      FROM (${openOrders(outletIds, whole)}) AS open_orders WHERE ${isNormal}
    ) AS placed
    GROUP BY point`.rows(db);
}

export interface OrderFilter extends OrderTraits {
  readonly outletIds: readonly string[];
  /** Begins and ends on a quarter-hour. */
  readonly range?: InstantRange | undefined;
}

/** Returns the number of orders that match the filter, which the order list shows as its total. */
export async function countMatching(db: Querier, filter: OrderFilter): Promise<number> {
  const { outletIds, range = null } = filter;
  const parts = cellsOfRange(range);
  const ended = cellSources(filter).map(
    ({ table, orders, condition }) =>
      sql`SELECT weight * ${orders} AS orders FROM (${cellsOf(table, outletIds, parts, condition)}) AS ended UNION ALL `,
  );
  const counted = await sql<{ orders: number }>`
    SELECT coalesce(sum(orders), 0)::bigint AS orders FROM (
      ${sql.join(ended, sql``)}
      SELECT orders FROM (${openOrders(outletIds, range)}) AS open_orders WHERE ${matches(filter)}
    ) AS outlet`.firstRow(db);
  return counted.orders;
}
