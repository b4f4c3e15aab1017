import type { Currency } from "@reposo/contract/fields.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { ofAccount } from "./counter-cash-store.ts";
import type { Channel, EntryFilter, EntrySource } from "./revenue-store.ts";
import type { Periods, PeriodSums } from "./rollup-sums-store.ts";

export interface EntryRecord {
  readonly entryId: number;
  readonly occurredAt: Date;
  /** `occurredAt` as the database holds it, to the microsecond: what a page goes on from. */
  readonly position: string;
  readonly orderId: string;
  readonly outletId: string;
  readonly deviceId: string;
  readonly channel: Channel;
  readonly source: EntrySource;
  readonly currency: Currency;
  readonly amountMinor: number;
}

export type EntryPosition = Pick<EntryRecord, "entryId" | "position">;

/**
 * Entries newest first, those after `after` only. Each outlet (or the one chair there) gives its own newest of each
 * channel by an index; the newest among these are the page.
 */
export async function selectEntries(
  db: Querier,
  { outletIds, range, deviceId, channel, currency, accountId }: EntryFilter,
  after: EntryPosition | null,
  limit: number,
): Promise<EntryRecord[]> {
  const channels: Channel[] = channel === null ? ["online", "cash"] : [channel];
  const conditions = [
    sql`e.outlet_id = mine.outlet_id AND e.channel = wanted.channel`,
    sql`e.occurred_at >= ${range.from} AND e.occurred_at < ${range.to}`,
  ];
  if (deviceId !== null) conditions.push(sql`e.device_id = ${deviceId}`);
  if (currency !== null) conditions.push(sql`e.currency = ${currency}`);
  if (accountId !== undefined) conditions.push(ofAccount(sql`e.order_id`, accountId));
  if (after !== null)
    conditions.push(
      sql`(e.occurred_at, e.entry_id) < (${after.position}::timestamptz, ${after.entryId}::bigint)`,
    );
  const found = await sql<EntryRecord>`
    WITH page AS (
      SELECT newest.entry_id
      FROM unnest(${outletIds}::text[]) AS mine (outlet_id) CROSS JOIN unnest(${channels}::text[]) AS wanted (channel)
      CROSS JOIN LATERAL (
        SELECT e.entry_id, e.occurred_at FROM ledger_entry e WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT ${limit}
      ) AS newest
      ORDER BY newest.occurred_at DESC, newest.entry_id DESC LIMIT ${limit}
    )
    SELECT e.entry_id AS "entryId", e.occurred_at AS "occurredAt",
      to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position,
      e.order_id AS "orderId", e.outlet_id AS "outletId", e.device_id AS "deviceId", e.channel, e.source,
      e.currency, e.amount_minor AS "amountMinor"
    FROM page JOIN ledger_entry e USING (entry_id)
    ORDER BY e.occurred_at DESC, e.entry_id DESC`.execute(db);
  return found.rows;
}

/** Sums of short stretches that begin or end inside a quarter-hour, from the entries themselves; see `cellsOf`. */
export function stretchSums(outletIds: readonly string[], stretches: Periods): SqlQuery<PeriodSums> {
  const named = Object.entries(stretches).map(([period, { from, to }]) => ({ period, from, to }));
  return sql`
    SELECT stretch.period, e.currency,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.channel = 'online'), 0)::bigint AS online,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.channel = 'cash'), 0)::bigint AS cash
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      AS stretch (period text, "from" timestamptz, "to" timestamptz)
    CROSS JOIN jsonb_array_elements_text(${JSON.stringify(outletIds)}::jsonb) AS mine (outlet_id)
    CROSS JOIN unnest(ARRAY['online', 'cash']) AS wanted (channel)
    CROSS JOIN LATERAL (
      SELECT channel, currency, amount_minor FROM ledger_entry
      WHERE outlet_id = mine.outlet_id AND channel = wanted.channel
        AND occurred_at >= stretch."from" AND occurred_at < stretch."to" OFFSET 0
    ) AS e
    GROUP BY stretch.period, e.currency`;
}
