import type { InstantRange } from "#platform/time/calendar.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { ofAccount } from "./counter-cash-store.ts";
import { lateAt } from "./late-entries-store.ts";
import type { Channel, EntryFilter, LedgerEntry } from "./revenue-store.ts";
import type { DeviceSums, Periods, PeriodSums } from "./rollup-sums-store.ts";

export interface EntryRecord extends Omit<LedgerEntry, "sourceId"> {
  readonly entryId: number;
  /** `occurredAt` with microseconds; the next page continues after this position. */
  readonly position: string;
  /** Time at which the entry was added to a closed month; null for every other entry. */
  readonly lateAt: Date | null;
}

export type EntryListFilter = EntryFilter & { readonly monthClosesAfterDays: number };

export type EntryPosition = Pick<EntryRecord, "entryId" | "position">;

const columns = (closesAfterDays: number) => sql`
  e.entry_id AS "entryId", e.occurred_at AS "occurredAt", e.order_id AS "orderId", e.outlet_id AS "outletId",
  e.device_id AS "deviceId", e.channel, e.source, e.currency, e.amount_minor AS "amountMinor",
  ${lateAt(closesAfterDays)} AS "lateAt"`;

/** Returns the channels that a filter selects. Disputes are listed only if they are selected, because they are not income. */
const channelsOf = ({ channel }: EntryListFilter): Channel[] =>
  channel === null ? ["online", "cash"] : [channel];

/** Returns the conditions of a filter on an entry `e`, except those of outlets and channel. */
function conditionsOf({ range, deviceId, currency, accountId }: EntryListFilter): SqlQuery[] {
  const conditions = [sql`e.occurred_at >= ${range.from} AND e.occurred_at < ${range.to}`];
  if (deviceId !== null) conditions.push(sql`e.device_id = ${deviceId}`);
  if (currency !== null) conditions.push(sql`e.currency = ${currency}`);
  if (accountId !== undefined) conditions.push(ofAccount(sql`e.order_id`, accountId));
  return conditions;
}

/**
 * Returns the query of all entries that match a filter, newest first. The caller reads its result through a database
 * cursor.
 */
export function allEntries(filter: EntryListFilter): SqlQuery<Omit<EntryRecord, "position">> {
  const conditions = [sql`e.outlet_id = ANY(${filter.outletIds}::text[])`, ...conditionsOf(filter)];
  conditions.push(sql`e.channel = ANY(${channelsOf(filter)}::text[])`);
  return sql`
    SELECT ${columns(filter.monthClosesAfterDays)} FROM ledger_entry e
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY e.occurred_at DESC, e.entry_id DESC`;
}

/**
 * Returns a page of entries, newest first, that continues after the entry `after` (null: from the newest). An index
 * provides the newest entries of each outlet and channel; the page is the newest among them.
 */
export async function selectEntries(
  db: Querier,
  filter: EntryListFilter,
  after: EntryPosition | null,
  limit: number,
): Promise<EntryRecord[]> {
  const channels = channelsOf(filter);
  const conditions = [
    sql`e.outlet_id = own.outlet_id AND e.channel = chosen.channel`,
    ...conditionsOf(filter),
  ];
  if (after !== null)
    conditions.push(
      sql`(e.occurred_at, e.entry_id) < (${after.position}::timestamptz, ${after.entryId}::bigint)`,
    );
  return sql<EntryRecord>`
    WITH page AS (
      SELECT newest.entry_id
      FROM unnest(${filter.outletIds}::text[]) AS own (outlet_id) CROSS JOIN unnest(${channels}::text[]) AS chosen (channel)
      CROSS JOIN LATERAL (
        SELECT e.entry_id, e.occurred_at FROM ledger_entry e WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${limit}
      ) AS newest
      ORDER BY newest.occurred_at DESC, newest.entry_id DESC LIMIT ${limit}
    )
    SELECT ${columns(filter.monthClosesAfterDays)},
      to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position
    FROM page JOIN ledger_entry e USING (entry_id)
    ORDER BY e.occurred_at DESC, e.entry_id DESC`.rows(db);
}

/**
 * Returns the sums and the FROM clause of the ledger entries of periods shorter than a quarter-hour, for which there are
 * no roll-ups. Longer periods would be slow, because the query reads every entry. The comment of `cellsOf` in
 * `rollup-sums-store.ts` states the reasons for JSON parameters and OFFSET 0.
 */
const sumsOfEntries = (outletIds: readonly string[], periods: Periods) => sql`
      coalesce(sum(e.amount_minor) FILTER (WHERE e.channel = 'online'), 0)::bigint AS online,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.channel = 'cash'), 0)::bigint AS cash,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.channel = 'dispute'), 0)::bigint AS disputes
    FROM jsonb_to_recordset(${JSON.stringify(
      Object.entries(periods).map(([period, { from, to }]) => ({ period, from, to })),
    )}::jsonb) AS part (period text, "from" timestamptz, "to" timestamptz)
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(outletIds)}::jsonb) AS own (outlet_id)
    CROSS JOIN unnest(ARRAY['online', 'cash', 'dispute']) AS chosen (channel)
    CROSS JOIN LATERAL (
      SELECT device_id, channel, currency, amount_minor FROM ledger_entry
      WHERE outlet_id = own.outlet_id AND channel = chosen.channel
        AND occurred_at >= part."from" AND occurred_at < part."to" OFFSET 0
    ) AS e`;

/** Sums the ledger entries of periods shorter than a quarter-hour. */
export const sumEntriesByPeriod = (
  db: Querier,
  outletIds: readonly string[],
  periods: Periods,
): Promise<PeriodSums[]> =>
  sql<PeriodSums>`
    SELECT part.period, e.currency, ${sumsOfEntries(outletIds, periods)}
    GROUP BY part.period, e.currency`.rows(db);

/** Sums the ledger entries of a range shorter than a quarter-hour by chair and outlet. */
export const sumEntriesByDevice = (
  db: Querier,
  outletIds: readonly string[],
  range: InstantRange,
): Promise<DeviceSums[]> =>
  sql<DeviceSums>`
    SELECT own.outlet_id AS "outletId", e.device_id AS "deviceId", e.currency, ${sumsOfEntries(outletIds, { range })}
    GROUP BY own.outlet_id, e.device_id, e.currency`.rows(db);
