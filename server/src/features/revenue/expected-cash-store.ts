import { type SqlQuery, sql } from "#platform/postgres/sql.ts";

/**
 * Selects the amount that a cash box is expected to contain at a time (CASH-4): the rise of the chair's coin counter
 * since the earlier collections that were not voided. The highest of their counters counts: a collection that was sent
 * late also counts coins that the chair reported after a later collection was recorded.
 * @param deviceId fragment of the chair's ID
 * @param at fragment of the time; `'infinity'` for the current contents
 * @returns a query of one row: "coinsTotalMinor" (the counter at that time), "expectedMinor", and the time and
 *   collector of the last collection, "lastCollectedAt" and "lastCollectedById", which are null if there is none
 */
export const expectedAmount = (deviceId: SqlQuery, at: SqlQuery): SqlQuery => sql`
  SELECT counter.total AS "coinsTotalMinor",
    greatest(counter.total - coalesce(earlier.total, 0), 0) AS "expectedMinor",
    last.collected_at AS "lastCollectedAt", last.collected_by AS "lastCollectedById"
  FROM (SELECT cash_box_total(${deviceId}, ${at}) AS total) AS counter
  CROSS JOIN LATERAL (
    SELECT max(coins_total_minor) AS total FROM cash_collection
    WHERE device_id = ${deviceId} AND kind = 'collection' AND collected_at < ${at}
      AND NOT collection_is_voided(device_id, collected_at)
  ) AS earlier
  LEFT JOIN LATERAL (
    SELECT collected_at, collected_by FROM cash_collection
    WHERE device_id = ${deviceId} AND kind = 'collection' AND collected_at < ${at}
      AND NOT collection_is_voided(device_id, collected_at)
    ORDER BY collected_at DESC LIMIT 1
  ) AS last ON true`;
