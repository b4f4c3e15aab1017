import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import { ofAccount } from "./counter-cash-store.ts";
import { lateAt } from "./late-entries-store.ts";
import type { EntryListFilter, EntryRecord } from "./ledger-entries-store.ts";

/**
 * Returns the query of all entries that match a filter, newest first. The caller reads its result through a database
 * cursor.
 */
export function allEntries({
  outletIds,
  range,
  deviceId,
  channel,
  currency,
  accountId,
  monthClosesAfterDays,
}: EntryListFilter): SqlQuery<Omit<EntryRecord, "position">> {
  const conditions = [
    sql`outlet_id = ANY(${outletIds}::text[]) AND occurred_at >= ${range.from} AND occurred_at < ${range.to}`,
    ...(deviceId === null ? [] : [sql`device_id = ${deviceId}`]),
    ...(channel === null ? [] : [sql`channel = ${channel}`]),
    ...(accountId === undefined ? [] : [ofAccount(sql`e.order_id`, accountId)]),
    ...(currency === null ? [] : [sql`currency = ${currency}`]),
  ];
  return sql`
    SELECT entry_id AS "entryId", occurred_at AS "occurredAt", order_id AS "orderId", outlet_id AS "outletId",
      device_id AS "deviceId", channel, source, currency, amount_minor AS "amountMinor",
      ${lateAt(monthClosesAfterDays)} AS "lateAt"
    FROM ledger_entry e WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY occurred_at DESC, entry_id DESC`;
}
