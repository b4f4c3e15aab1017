import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Writes past weekly collections. Most counts are correct, some are too low or too high, and some of the wrong counts
 * are corrected later. The coins of a chair's current week remain in its cash box.
 */
export async function writePastCollections(uow: UnitOfWork): Promise<void> {
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by)
    SELECT md5('collection ' || week.device_id || week.ends_at)::uuid, 'collection', week.device_id, week.outlet_id,
      week.currency, greatest(0, week.amount + week.coin * CASE
        WHEN week.chance % 9 = 0 THEN -1 - week.chance % 3 WHEN week.chance % 23 = 0 THEN 1 ELSE 0 END),
      week.amount, week.total, NULL, week.ends_at, collector.account_id, week.ends_at + interval '4 minutes',
      collector.account_id
    FROM (
      SELECT device_id, outlet_id, currency, starts_at + interval '7 days' - interval '1 millisecond' AS ends_at,
        sum(amount_minor)::bigint AS amount, min(amount_minor) AS coin,
        (sum(sum(amount_minor)) OVER (PARTITION BY device_id ORDER BY starts_at))::bigint AS total,
        ('x' || substr(md5(device_id || starts_at), 1, 7))::bit(28)::integer AS chance
      FROM (
        SELECT device_id, outlet_id, currency, amount_minor,
          date_bin('7 days', occurred_at, timestamptz '2024-01-01 02:00:00Z'
            + ('x' || substr(md5(device_id), 1, 5))::bit(20)::integer % 168 * interval '1 hour') AS starts_at
        FROM ledger_entry WHERE source = 'coin'
      ) AS coin GROUP BY device_id, outlet_id, currency, starts_at
    ) AS week
    CROSS JOIN LATERAL (SELECT m.account_id FROM outlet_manager m JOIN account a USING (account_id)
      WHERE m.outlet_id = week.outlet_id AND 'cash' = ANY(a.permissions) ORDER BY a.login_name LIMIT 1) AS collector
    WHERE week.ends_at < (SELECT max(occurred_at) FROM ledger_entry)`.execute(uow);
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
    SELECT md5('correction ' || collection_id)::uuid, 'correction', device_id, outlet_id, currency, expected_minor,
      expected_minor, coins_total_minor, 'Counted again', collected_at, collected_by,
      recorded_at + interval '20 minutes', recorded_by, collection_id
    FROM cash_collection
    WHERE kind = 'collection' AND counted_minor <> expected_minor
      AND ('x' || substr(md5(collection_id::text), 1, 7))::bit(28)::integer % 4 = 0`.execute(uow);
}
