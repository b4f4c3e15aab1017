import { type SqlQuery, sql } from "#platform/postgres/sql.ts";

const amount = sql`(e.payload->>'amount')::bigint`;
const reportedBefore = sql`(e.payload->>'counterBefore')::bigint`;
const reportedAfter = sql`(e.payload->>'counterAfter')::bigint`;
const hasCounter = sql`e.payload ?| ARRAY['counterBefore', 'counterAfter']`;

/** Reasons for which a coin is quarantined although the box may not contain it: the counter does not confirm it. */
const unconfirmed = sql`q.reason IN ('amount', 'counter', 'epoch')`;
const quarantined = sql`SELECT FROM quarantined_coin q
  WHERE q.device_id = e.device_id AND q.epoch = e.epoch AND q.seq = e.seq AND ${unconfirmed}`;

const coinsOfStretch = sql`chair_event e
  WHERE e.device_id = box.device_id AND e.epoch = stretch.epoch AND e.type = 'coin'
    AND e.seq >= stretch.from_seq AND e.seq < coalesce(stretch.until_seq, 9223372036854775807)`;

/** Periods of the coin counter: each begins with an epoch, or with a coin that a person accepted as its restart. */
const stretches = sql`
  SELECT epoch, from_seq, counter, amount, lead(from_seq) OVER (PARTITION BY epoch ORDER BY from_seq) AS until_seq
  FROM (
    SELECT epoch, 1 AS from_seq, NULL::bigint AS counter, 0 AS amount
    FROM chair_epoch WHERE device_id = box.device_id
    UNION ALL
    SELECT q.epoch, q.seq, coalesce(${reportedAfter}, ${reportedBefore} + q.amount_minor),
      CASE WHEN q.occurred_at <= box.up_to AND q.is_expected THEN q.amount_minor ELSE 0 END
    FROM quarantined_coin q JOIN chair_event e USING (device_id, epoch, seq)
    WHERE q.device_id = box.device_id AND q.restarts_counter
  ) AS start`;

/**
 * Selects the minor units that a cash box received up to a time ("total"): the rise of the coin counter in each stretch,
 * and the amounts of coins without a counter. The counter includes quarantined coins, but a collection is expected to
 * contain them only if a person accepts them in time.
 */
export const coinsTotal = (deviceId: SqlQuery, at: SqlQuery): SqlQuery => sql`
  SELECT least(greatest(counted.minor + missing.minor - refused.minor, 0), 100000000000000)::bigint AS total
  FROM (SELECT ${deviceId}::text AS device_id, ${at}::timestamptz AS up_to) AS box
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE
      WHEN stretch.counter IS NOT NULL THEN stretch.amount + coalesce(last.counter - stretch.counter, 0)
      WHEN last.counter IS NULL OR first.counter IS NULL THEN coins.minor
      ELSE last.counter - first.counter END), 0) AS minor
    FROM (${stretches}) AS stretch
    LEFT JOIN LATERAL (
      SELECT coalesce(${reportedAfter}, ${reportedBefore} + ${amount}) AS counter FROM ${coinsOfStretch}
        AND ${hasCounter} AND e.occurred_at <= box.up_to AND NOT EXISTS (${quarantined} AND NOT q.restarts_counter)
      ORDER BY e.seq DESC LIMIT 1
    ) AS last ON true
    LEFT JOIN LATERAL (
      SELECT coalesce(${reportedBefore}, ${reportedAfter} - ${amount}) AS counter FROM ${coinsOfStretch}
        AND ${hasCounter} AND NOT EXISTS (${quarantined})
      ORDER BY e.seq LIMIT 1
    ) AS first ON true
    LEFT JOIN LATERAL (
      SELECT sum(${amount}) AS minor FROM ${coinsOfStretch}
        AND e.occurred_at <= box.up_to AND NOT EXISTS (${quarantined})
        AND (last.counter IS NULL OR first.counter IS NULL)
    ) AS coins ON true
  ) AS counted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(g.missing_minor), 0) AS minor FROM coin_gap g
    JOIN chair_event e ON e.device_id = g.device_id AND e.epoch = g.epoch AND e.seq = g.after_seq
    WHERE g.device_id = box.device_id AND g.before_seq = 0 AND e.occurred_at <= box.up_to
  ) AS missing
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(q.amount_minor), 0) AS minor FROM quarantined_coin q
    WHERE q.device_id = box.device_id AND q.occurred_at <= box.up_to AND NOT (${unconfirmed}) AND NOT q.is_expected
  ) AS refused`;

/**
 * Selects the amount that a cash box is expected to contain at a time (CASH-4): the rise of its coins since the earlier
 * collections that were not voided. The highest of their totals counts: a collection that was sent late also counts
 * coins that the chair reported after a later collection was recorded.
 * @param deviceId fragment of the chair's ID
 * @param at fragment of the time; `'infinity'` for the current contents
 * @returns a query of one row: "coinsTotalMinor" (the coins until that time), "expectedMinor", and the time and
 *   collector of the last collection, "lastCollectedAt" and "lastCollectedById", which are null if there is none
 */
export const expectedCash = (deviceId: SqlQuery, at: SqlQuery): SqlQuery => sql`
  SELECT coins.total AS "coinsTotalMinor", greatest(coins.total - coalesce(earlier.total, 0), 0) AS "expectedMinor",
    last.collected_at AS "lastCollectedAt", last.collected_by AS "lastCollectedById"
  FROM (${coinsTotal(deviceId, at)}) AS coins
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
