import type { InstantRange } from "@reposo/contract/calendar.ts";
import type { Querier } from "#platform/database.ts";
import { countByPoint, countByStatus, type OrderPoint } from "./order-counts-store.ts";
import { countedAs } from "./orders-rules.ts";

/** Orders of a range by order time, as HOME-2 counts them. Ranges begin and end on a quarter-hour. */
export async function countOrders(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<{ normal: number; abnormal: number; unpaid: number }> {
  const counts = { normal: 0, abnormal: 0, unpaid: 0 };
  for (const { status, orders } of await countByStatus(db, outletIds, range))
    counts[countedAs[status]] += orders;
  return counts;
}

/** Normal orders at each point of a chart, zeros included; points follow each other in time. */
export async function countNormalByPoint<At>(
  db: Querier,
  outletIds: readonly string[],
  points: readonly ({ readonly at: At } & InstantRange)[],
): Promise<({ at: At } & OrderPoint)[]> {
  const counted = new Map(
    (await countByPoint(db, outletIds, points)).map(({ point, ...orders }) => [point, orders]),
  );
  return points.map(({ at }, index) => ({
    at,
    ...(counted.get(index) ?? { online: 0, cash: 0, free: 0 }),
  }));
}
