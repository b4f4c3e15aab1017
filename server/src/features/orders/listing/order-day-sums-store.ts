import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";
import { isMoved, matches } from "./order-cells-store.ts";
import type { OrderFilter } from "./order-counts-store.ts";

/** A day, or the part of it that a filter selects. */
export interface DayRange extends InstantRange {
  /** As `YYYY-MM-DD`. */
  readonly date: string;
}

export interface DaySum {
  readonly date: string;
  readonly currency: Currency;
  /** What was received for the orders of the day, less what was refunded. */
  readonly amountMinor: number;
}

/**
 * Sums the money of the orders that match the filter by the day and currency of the order. Unlike the roll-ups of income,
 * it counts a refund on the day of its order. It reads all orders of the days at the outlets.
 */
export async function sumDays(
  db: Querier,
  filter: OrderFilter,
  days: readonly DayRange[],
): Promise<DaySum[]> {
  const ranges = days.map(({ date, from, to }) => ({
    date,
    first: firstIdAt(from),
    next: firstIdAt(to),
  }));
  const money = sql`o.currency, o.amount_minor - o.refunded_minor AS amount`;
  // Orders by coupon and orders that were never paid have an amount, but no income.
  const isPaid = sql`o.pay_type <> 'coupon' AND o.status <> ALL('{unpaid,cancelled}')
    AND ${matches(filter, sql`o.`)}`;
  return sql<DaySum>`
    SELECT day.date, found.currency, sum(found.amount)::bigint AS "amountMinor"
    FROM jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) AS day (date text, first uuid, next uuid)
    CROSS JOIN unnest(${filter.outletIds}::text[]) AS mine (outlet_id)
    CROSS JOIN LATERAL (
      SELECT ${money} FROM orders o
      WHERE o.outlet_id = mine.outlet_id AND o.order_id >= day.first AND o.order_id < day.next
        AND ${isPaid} AND NOT ${isMoved}
      UNION ALL
      SELECT ${money} FROM moved_order m JOIN orders o USING (order_id)
      WHERE m.outlet_id = mine.outlet_id AND m.listed_id >= day.first AND m.listed_id < day.next AND ${isPaid}
    ) AS found
    GROUP BY day.date, found.currency ORDER BY day.date DESC, found.currency`.rows(db);
}
