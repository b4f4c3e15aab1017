import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

/**
 * Sum of a chair's entries of one month and currency that were recorded on the same day, after the month was closed.
 */
export interface LateEntryRecord {
  /** First day of the month, in the outlet's time zone. */
  readonly month: string;
  /** Date of recording, in the outlet's time zone. */
  readonly recordedOn: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly deviceId: string;
  readonly currency: Currency;
  readonly amountMinor: number;
  /** Number of entries, of which `coins` are inserted coins. */
  readonly entries: number;
  readonly coins: number;
}

const localMonth = sql`date_trunc('month', e.occurred_at AT TIME ZONE o.time_zone)`;

/** SQL expression: the time at which the month of an entry `e` closes, in the time zone of its outlet `o`. */
const closesAt = (closesAfterDays: number) =>
  sql`(${localMonth} + interval '1 month' + make_interval(days => ${closesAfterDays}::int)) AT TIME ZONE o.time_zone`;

// The first condition is the condition of the partial index `ledger_entry_late`, so that the planner can use it. It
// excludes no late entry, because a month closes at least one day after its end.
const isLate = (closesAfterDays: number) =>
  sql`e.recorded_at - e.occurred_at >= interval '20 hours' AND e.recorded_at >= ${closesAt(closesAfterDays)}`;

/** SQL expression: the time at which an entry `e` was added to a closed month; null for every other entry. */
export const lateAt = (closesAfterDays: number): SqlQuery<unknown> => sql`
  (SELECT e.recorded_at FROM outlet o WHERE o.outlet_id = e.outlet_id AND ${isLate(closesAfterDays)})`;

async function lateTimesWhere(
  db: Querier,
  condition: SqlQuery,
  closesAfterDays: number,
): Promise<ReadonlyMap<string, Date>> {
  const late = await sql<{ orderId: string; lateAt: Date }>`
    SELECT e.order_id AS "orderId", max(e.recorded_at) AS "lateAt"
    FROM outlet o JOIN ledger_entry e ON e.outlet_id = o.outlet_id
    WHERE ${condition} AND ${isLate(closesAfterDays)} GROUP BY e.order_id`.rows(db);
  return new Map(late.map(({ orderId, lateAt }) => [orderId, lateAt]));
}

/** Returns when an entry of each order was last added to a closed month; omits orders without such an entry. */
export const lateTimesOfOrders = (db: Querier, orderIds: readonly string[], closesAfterDays: number) =>
  lateTimesWhere(db, sql`e.order_id = ANY(${orderIds}::uuid[])`, closesAfterDays);

const soonestLateMs = 20 * 3_600_000;

/**
 * Like `lateTimesOfOrders`, for one order. An entry can be late only `soonestLateMs` after it occurred, and never
 * occurs before its order, so a recent order needs no query.
 */
export async function lateTimeOfOrder(
  db: Querier,
  { orderId, orderedAt }: { readonly orderId: string; readonly orderedAt: Date },
  now: Date,
  closesAfterDays: number,
): Promise<Date | null> {
  if (now.getTime() - orderedAt.getTime() < soonestLateMs) return null;
  return (await lateTimesOfOrders(db, [orderId], closesAfterDays)).get(orderId) ?? null;
}

/** Like `lateTimesOfOrders`, for all orders of these outlets with entries since `from`. */
export function lateTimesOfOutlets(
  db: Querier,
  { outletIds, from }: { readonly outletIds: readonly string[]; readonly from?: Date | undefined },
  closesAfterDays: number,
): Promise<ReadonlyMap<string, Date>> {
  const since = from === undefined ? sql`true` : sql`e.occurred_at >= ${from}`;
  return lateTimesWhere(db, sql`o.outlet_id = ANY(${outletIds}::text[]) AND ${since}`, closesAfterDays);
}

/** The last row of the previous page. */
export type LateEntryPlace = Omit<LateEntryRecord, "amountMinor" | "entries" | "coins">;

/**
 * Returns the sums of the late entries that occurred in the range, latest day of recording first, each with the number
 * of all rows. Returns only the rows after `after` unless it is null, and at most `limit`; null is no limit.
 */
export async function sumLateEntries(
  db: Querier,
  outletIds: readonly string[],
  { from, to }: InstantRange,
  {
    closesAfterDays,
    after = null,
    limit = null,
  }: {
    readonly closesAfterDays: number;
    readonly after?: LateEntryPlace | null;
    readonly limit?: number | null;
  },
): Promise<(LateEntryRecord & { readonly total: number })[]> {
  const days = sql`("recordedOn", month)`;
  const place = sql`("outletName", "outletId", "deviceId", currency)`;
  const afterPlace =
    after === null
      ? sql`true`
      : sql`(${days} < (${after.recordedOn}, ${after.month}) OR ${days} = (${after.recordedOn}, ${after.month})
          AND ${place} > (${after.outletName}, ${after.outletId}, ${after.deviceId}, ${after.currency}))`;
  return sql<LateEntryRecord & { total: number }>`
    SELECT * FROM (SELECT to_char(${localMonth}, 'YYYY-MM-DD') AS month,
      to_char(e.recorded_at AT TIME ZONE o.time_zone, 'YYYY-MM-DD') AS "recordedOn",
      e.outlet_id AS "outletId", o.name AS "outletName", e.device_id AS "deviceId", e.currency,
      sum(e.amount_minor)::bigint AS "amountMinor", count(*)::int AS entries,
      (count(*) FILTER (WHERE e.source = 'coin'))::int AS coins, count(*) OVER () AS total
    FROM outlet o JOIN ledger_entry e ON e.outlet_id = o.outlet_id
    WHERE o.outlet_id = ANY(${outletIds}::text[]) AND e.occurred_at >= ${from} AND e.occurred_at < ${to}
      AND e.channel <> 'dispute' AND ${isLate(closesAfterDays)}
    GROUP BY 1, 2, 3, 4, 5, 6) AS rows
    WHERE ${afterPlace}
    ORDER BY "recordedOn" DESC, month DESC, "outletName", "outletId", "deviceId", currency
    LIMIT ${limit}::bigint`.rows(db);
}
