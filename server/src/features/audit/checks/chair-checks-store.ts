import { coinsTotal } from "#features/cash-boxes/index.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { AuditQuery } from "#features/audit/audit-query.ts";

/** The chair has no case of runs that it reported twice or too long (`runMisreported`), which a person compares with it. */
const withoutCase = (deviceId: SqlQuery) => sql`NOT EXISTS (SELECT FROM attention_case misreported
  WHERE misreported.kind = 'runMisreported' AND misreported.subject = ${deviceId})`;

export const chairAudits: readonly AuditQuery[] = [
  {
    guarantee: "G-6",
    name: "receipts-cover-events",
    holds: "Every event that a receipt covers is stored.",
    violations: sql`
      SELECT e.device_id, e.epoch, e.complete_up_to, e.highest_seq, coalesce(stored.events, 0) AS events,
        coalesce(stored.highest, 0) AS highest_stored
      FROM chair_epoch e
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE seq <= e.complete_up_to) AS events, max(seq) AS highest
        FROM chair_event c WHERE c.device_id = e.device_id AND c.epoch = e.epoch
      ) AS stored ON true
      WHERE coalesce(stored.events, 0) <> e.complete_up_to OR coalesce(stored.highest, 0) <> e.highest_seq
        OR e.complete_up_to > e.highest_seq
      ORDER BY e.device_id, e.epoch`,
  },
  {
    guarantee: "G-6",
    name: "gaps-are-listed",
    holds: "Every gap in a chair's events has a case.",
    violations: sql`
      SELECT e.device_id, e.epoch, e.complete_up_to + 1 AS missing_from, e.highest_seq
      FROM chair_epoch e
      WHERE e.highest_seq > e.complete_up_to
        AND NOT EXISTS (SELECT FROM attention_case a
          WHERE a.kind = 'eventGap' AND a.device_id = e.device_id
            -- A closed case covers a gap that it lists, or more gaps than it can list.
            AND (a.closed_at IS NULL
              OR (a.detail->>'count')::bigint > jsonb_array_length(a.detail->'newest')
              OR a.detail->'newest' ? (e.epoch || ':' || (e.complete_up_to + 1))))
      ORDER BY e.device_id, e.epoch`,
  },
  {
    guarantee: "G-6",
    name: "coin-counters",
    holds:
      "Within an epoch, the coin counter rose by exactly the coins that are booked, quarantined, or recorded as missing, except where a person accepted a new start of the counter.",
    violations: sql`
      WITH coin AS (
        SELECT device_id, epoch, 0::bigint AS seq, NULL::bigint AS before, counter_before_minor AS after,
          false AS restarts
        FROM chair_epoch WHERE counter_before_minor IS NOT NULL
        UNION ALL
        -- A counter that the chair did not report follows from the other one and the amount.
        SELECT e.device_id, e.epoch, e.seq, coalesce((e.payload->>'counterBefore')::bigint,
            (e.payload->>'counterAfter')::bigint - (e.payload->>'amount')::bigint) AS before,
          coalesce((e.payload->>'counterAfter')::bigint,
            (e.payload->>'counterBefore')::bigint + (e.payload->>'amount')::bigint),
          coalesce(q.restarts_counter, false)
        FROM chair_event e LEFT JOIN quarantined_coin q USING (device_id, epoch, seq)
        WHERE e.type = 'coin'
          -- The counters of coins that were quarantined for their amount or counter are unreliable.
          AND (q.reason IS NULL OR q.reason NOT IN ('amount', 'counter', 'epoch') OR q.restarts_counter)
      ), pair AS (
        SELECT *, lag(after) OVER earlier AS earlier_after, lag(seq) OVER earlier AS earlier_seq
        FROM coin WINDOW earlier AS (PARTITION BY device_id, epoch ORDER BY seq)
      )
      SELECT device_id, epoch, earlier_seq, seq, earlier_after, before FROM pair
      WHERE before <> earlier_after AND NOT restarts AND NOT EXISTS (SELECT FROM coin_gap g
        WHERE g.device_id = pair.device_id AND g.epoch = pair.epoch AND g.before_seq = pair.earlier_seq
          AND g.after_seq = pair.seq AND g.missing_minor = pair.before - pair.earlier_after)
      ORDER BY device_id, epoch, seq`,
  },
  {
    guarantee: "G-6",
    name: "missing-coins-are-listed",
    holds:
      "Every chair with a gap in its coin counter has a case of missing coins, which counts all gaps found since the case was opened.",
    violations: sql`
      SELECT g.device_id, a.opened_at, count(*) FILTER (WHERE g.found_at >= a.opened_at) AS gaps,
        coalesce(sum(g.missing_minor) FILTER (WHERE g.found_at >= a.opened_at), 0) AS missing_minor, a.detail
      FROM coin_gap g LEFT JOIN attention_case a ON a.kind = 'coinsMissing' AND a.subject = g.device_id
      GROUP BY g.device_id, a.case_id
      HAVING a.case_id IS NULL OR (a.closed_at IS NULL
        AND (count(*) FILTER (WHERE g.found_at >= a.opened_at) <> (a.detail->>'count')::bigint
          OR coalesce(sum(g.missing_minor) FILTER (WHERE g.found_at >= a.opened_at), 0)
            <> (a.detail->>'missingMinor')::bigint))
      ORDER BY g.device_id`,
  },
  {
    guarantee: "G-6",
    name: "collections-follow-counters",
    holds:
      "The expected amount of each valid collection is the rise of the coin counter since the earlier valid collections, and the newest collection's total does not exceed the coins that the chair reported.",
    violations: sql`
      WITH entry AS (
        SELECT c.collection_id, c.device_id, c.collected_at, c.expected_minor, c.coins_total_minor,
          coalesce(max(c.coins_total_minor) OVER (PARTITION BY c.device_id ORDER BY c.collected_at
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before,
          lead(c.collection_id) OVER (PARTITION BY c.device_id ORDER BY c.collected_at) AS next
        FROM cash_collection c
        WHERE c.kind <> 'void'
          AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = c.collection_id)
      )
      SELECT entry.collection_id, entry.device_id, entry.collected_at, entry.expected_minor, entry.coins_total_minor,
        entry.before, box.total
      FROM entry CROSS JOIN LATERAL (SELECT coins.total + coalesce((
          -- A missing coin that arrives later may be quarantined.
          SELECT sum(q.amount_minor) FROM quarantined_coin q WHERE q.device_id = entry.device_id), 0) AS total
        FROM (${coinsTotal(sql`entry.device_id`, sql`'infinity'`)}) AS coins) AS box
      WHERE entry.expected_minor <> greatest(0, entry.coins_total_minor - entry.before)
        OR (entry.next IS NULL AND entry.coins_total_minor > box.total)
      ORDER BY entry.device_id, entry.collected_at`,
  },
  {
    guarantee: "G-6",
    name: "quarantine-is-listed",
    holds: "Every quarantined coin without a decision belongs to an open case.",
    violations: sql`
      SELECT q.device_id, q.epoch, q.seq, q.reason FROM quarantined_coin q
      WHERE q.state = 'waiting' AND NOT EXISTS (SELECT FROM attention_case a WHERE a.kind = 'coinsDoubted'
        AND a.closed_at IS NULL AND a.subject = q.device_id || ':' || q.reason)
      ORDER BY q.device_id, q.epoch, q.seq`,
  },
  {
    guarantee: "G-8",
    name: "coin-runs-within-bought-time",
    holds:
      "A run that was started with coins lasts at most one second longer than the time that its coins bought, or has a case.",
    violations: sql`
      SELECT device_id, run_id, ran_seconds, bought_seconds FROM coin_run
      WHERE ran_seconds > bought_seconds + 1 AND order_id IS NOT NULL AND ${withoutCase(sql`coin_run.device_id`)}
        -- Chairs with missing events are excluded, because these events may contain coins of the run.
        AND NOT EXISTS (SELECT FROM chair_epoch e WHERE e.device_id = coin_run.device_id
          AND e.highest_seq > e.complete_up_to)
      ORDER BY device_id, run_id`,
  },
  {
    guarantee: "G-8",
    name: "runs-within-bought-time",
    holds:
      "A run lasts at most one second longer than the bought minutes, extensions included, or has a case.",
    violations: sql`
      SELECT c.device_id, o.order_id, (c.payload->>'seconds')::integer AS ran,
        60 * (o.minutes + coalesce(added.minutes, 0)) AS bought
      FROM chair_event c JOIN orders o ON o.order_id::text = c.payload->>'orderId' AND o.device_id = c.device_id
      LEFT JOIN LATERAL (
        -- Includes refunded extensions that the chair executed nevertheless, for which a case was opened.
        SELECT sum(child.minutes) AS minutes FROM orders child
        WHERE child.parent_order_id = o.order_id AND (child.status IN ('running', 'completed')
          OR EXISTS (SELECT FROM attention_case a
            WHERE a.kind = 'ranAfterRefund' AND a.order_id = child.order_id))
      ) AS added ON true
      WHERE c.type IN ('finished', 'stopped') AND o.parent_order_id IS NULL AND ${withoutCase(sql`c.device_id`)}
        AND (c.payload->>'seconds')::integer > 60 * (o.minutes + coalesce(added.minutes, 0)) + 1
      ORDER BY c.device_id, o.order_id`,
  },
];
