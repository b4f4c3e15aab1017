import type { InstantRange } from "#platform/time/calendar.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { countByPoint, countByStatus, type OrderPoint } from "./order-counts-store.ts";
import { countedAs } from "#features/orders/record/order-graph-rules.ts";

interface OrderCounts {
  readonly normal: number;
  readonly abnormal: number;
  readonly unpaid: number;
}

/**
 * Counts the orders placed in a range by category: normal, abnormal, and unpaid (HOME-2).
 * @param range begins and ends on a quarter-hour
 */
export async function countOrders(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<OrderCounts> {
  const counts = { normal: 0, abnormal: 0, unpaid: 0 };
  for (const { status, orders } of await countByStatus(db, outletIds, range))
    counts[countedAs[status]] += orders;
  return counts;
}

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
