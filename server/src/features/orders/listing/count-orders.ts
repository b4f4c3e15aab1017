import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CombinableQuery, read } from "#platform/postgres/combined-query.ts";
import { countByPoint, countsByStatus, type OrderPoint } from "./order-counts-store.ts";
import { countedAs } from "#features/orders/record/order-graph-rules.ts";

interface OrderCounts {
  readonly normal: number;
  readonly abnormal: number;
  readonly unpaid: number;
}

/**
 * Returns the query that counts the orders placed in a range by category: normal, abnormal, and unpaid (HOME-2).
 * @param range begins and ends on a quarter-hour
 */
export const orderCounts = (
  outletIds: readonly string[],
  range: InstantRange,
): CombinableQuery<{ status: OrderStatus; orders: number }, OrderCounts> => ({
  query: countsByStatus(outletIds, range),
  convert(rows) {
    const counts = { normal: 0, abnormal: 0, unpaid: 0 };
    for (const { status, orders } of rows) counts[countedAs[status]] += orders;
    return counts;
  },
});

export const countOrders = (
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<OrderCounts> => read(db, orderCounts(outletIds, range));

/**
 * Counts the normal orders of each point of a chart. A point without orders has zeros.
 * @param points consecutive ranges in ascending order
 */
export async function countNormalByPoint<At>(
  db: Querier,
  outletIds: readonly string[],
  points: readonly ({ readonly at: At } & InstantRange)[],
): Promise<({ at: At } & OrderPoint)[]> {
  const counted = new Map(
    (await countByPoint(db, outletIds, points)).map(({ point, ...orders }) => [point, orders]),
  );
  return points.map(({ at }, index) => ({ at, ...(counted.get(index) ?? { online: 0, cash: 0, free: 0 }) }));
}
