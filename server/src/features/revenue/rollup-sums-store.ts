import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { InstantRange } from "#platform/time/calendar.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { countOfAccount } from "./counter-cash-store.ts";
import { splitConsecutive, splitIntoWeightedRanges } from "#platform/time/grain-ranges.ts";
import type { EntryFilter } from "./revenue-store.ts";

/** Sums of one currency by channel, in minor units. */
export interface ChannelSums {
  readonly currency: Currency;
  readonly online: number;
  readonly cash: number;
  /** Disputed amounts, fees, and reversals, which are not part of the income. */
  readonly disputes: number;
}
export type Periods = Readonly<Record<string, InstantRange>>;

/**
 * Returns the FROM clause that reads the roll-up rows (cells) of the named periods. Outlet, grain, and start are the
 * first three columns of either table's primary key, so each part is a short index scan. OFFSET 0 prevents the planner
 * from replacing these scans by a join that also reads cells of other outlets. The parameters are JSON instead of
 * arrays: the planner assumes 100 rows for any JSON, but plans again for each array length, which takes longer than the
 * execution.
 */
function cellsOf(
  table: SqlQuery<unknown>,
  outletIds: readonly string[],
  periods: Periods,
  condition: SqlQuery<unknown> = sql`true`,
): SqlQuery<unknown> {
  const parts = Object.entries(periods).flatMap(([period, range]) =>
    splitIntoWeightedRanges(range).map((part) => ({ period, ...part })),
  );
  return cellsIn(table, outletIds, parts, condition);
}

/** Like `cellsOf`, for parts that are already split into cells. */
function cellsIn(
  table: SqlQuery<unknown>,
  outletIds: readonly string[],
  parts: readonly object[],
  condition: SqlQuery<unknown> = sql`true`,
): SqlQuery<unknown> {
  return sql`
    jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      AS part (period text, grain text, "from" timestamptz, "to" timestamptz, weight integer)
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(outletIds)}::jsonb) AS own (outlet_id)
    CROSS JOIN LATERAL (
      SELECT * FROM ${table}
      WHERE outlet_id = own.outlet_id AND grain = part.grain
        AND starts_at >= part."from" AND starts_at < part."to" AND ${condition}
      OFFSET 0
    ) AS cell`;
}

const outletTotals = sql`outlet_rollup`;
const singleDevices = sql`revenue_rollup`;
const sums = sql`
  sum(part.weight * cell.online_minor)::bigint AS online, sum(part.weight * cell.cash_minor)::bigint AS cash,
  sum(part.weight * cell.dispute_minor)::bigint AS disputes`;
/**
 * Omits groups without entries. Cells outside the range are added and subtracted again, with the weight -1, so the
 * entries of a group may cancel out.
 */
const hasEntries = sql`(sum(part.weight * (cell.online_entries + cell.cash_entries)) > 0
  OR sum(part.weight * cell.dispute_minor) <> 0)`;

export interface PeriodSums extends ChannelSums {
  readonly period: string;
}
export const sumByPeriod = (
  db: Querier,
  outletIds: readonly string[],
  periods: Periods,
): Promise<PeriodSums[]> =>
  sql<PeriodSums>`
    SELECT part.period, cell.currency, ${sums} FROM ${cellsOf(outletTotals, outletIds, periods)}
    GROUP BY part.period, cell.currency HAVING ${hasEntries}`.rows(db);

export const sumOfDeviceByPeriod = (
  db: Querier,
  { outletId, deviceId }: { readonly outletId: string; readonly deviceId: string },
  periods: Periods,
): Promise<PeriodSums[]> =>
  sql<PeriodSums>`
    SELECT part.period, cell.currency, ${sums}
    FROM ${cellsOf(singleDevices, [outletId], periods, sql`device_id = ${deviceId}`)}
    GROUP BY part.period, cell.currency HAVING ${hasEntries}`.rows(db);

export interface OutletSums extends ChannelSums {
  readonly outletId: string;
}
export async function sumByOutlet(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<OutletSums[]> {
  return sql<OutletSums>`
    SELECT cell.outlet_id AS "outletId", cell.currency, ${sums}
    FROM ${cellsOf(outletTotals, outletIds, { range })} GROUP BY cell.outlet_id, cell.currency
    HAVING ${hasEntries}`.rows(db);
}

export interface DeviceSums extends OutletSums {
  readonly deviceId: string;
}
/** Returns sums per chair and the outlet where the money was received, even if the chair has been moved since. */
export async function sumByDevice(
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<DeviceSums[]> {
  return sql<DeviceSums>`
    SELECT cell.outlet_id AS "outletId", cell.device_id AS "deviceId", cell.currency, ${sums}
    FROM ${cellsOf(singleDevices, outletIds, { range })}
    GROUP BY cell.outlet_id, cell.device_id, cell.currency HAVING ${hasEntries}`.rows(db);
}

export interface PointSums extends ChannelSums {
  /** Index of the range. */
  readonly point: number;
}
/** Returns the sums of each of the given ascending ranges. Omits ranges without entries. */
export async function sumByPoint(
  db: Querier,
  outletIds: readonly string[],
  ranges: readonly InstantRange[],
): Promise<PointSums[]> {
  if (ranges.length === 0) return [];
  const starts = ranges.map(({ from }) => from.toISOString());
  return sql<PointSums>`
    SELECT width_bucket(cell.starts_at, ${starts}::timestamptz[]) - 1 AS point, cell.currency,
      sum(cell.online_minor)::bigint AS online, sum(cell.cash_minor)::bigint AS cash,
      sum(cell.dispute_minor)::bigint AS disputes
    FROM ${cellsIn(outletTotals, outletIds, splitConsecutive(ranges))}
    GROUP BY point, cell.currency`.rows(db);
}

/** Counts the entries of disputes in the ledger, which are too few for counts in the roll-ups. */
async function countDisputeEntries(db: Querier, filter: EntryFilter): Promise<number> {
  const { outletIds, range, deviceId, currency } = filter;
  const { total } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ledger_entry
    WHERE outlet_id = ANY(${outletIds}::text[]) AND channel = 'dispute'
      AND occurred_at >= ${range.from} AND occurred_at < ${range.to}
      AND (${deviceId}::text IS NULL OR device_id = ${deviceId})
      AND (${currency}::text IS NULL OR currency = ${currency})`.firstRow(db);
  return total;
}

/**
 * Returns the number of ledger entries that match a filter: from the roll-ups, or from the ledger if the filter selects
 * an account or disputes.
 */
export async function countEntries(db: Querier, filter: EntryFilter): Promise<number> {
  const { outletIds, range, deviceId, channel, currency, accountId } = filter;
  if (accountId !== undefined) return countOfAccount(db, filter, accountId);
  if (channel === "dispute") return countDisputeEntries(db, filter);
  const ofCurrency = currency === null ? sql`true` : sql`currency = ${currency}`;
  const cells =
    deviceId === null
      ? cellsOf(outletTotals, outletIds, { range }, ofCurrency)
      : cellsOf(singleDevices, outletIds, { range }, sql`device_id = ${deviceId} AND ${ofCurrency}`);
  const entries = {
    online: sql`cell.online_entries`,
    cash: sql`cell.cash_entries`,
    both: sql`cell.online_entries + cell.cash_entries`,
  }[channel ?? "both"];
  const { total } = await sql<{ total: number }>`
    SELECT coalesce(sum(part.weight * (${entries})), 0)::bigint AS total FROM ${cells}`.firstRow(db);
  return total;
}
