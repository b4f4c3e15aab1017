-- Coins that are missing by the counter of a chair that reports it only before or only after each insertion (CASH-3). Servers
-- of earlier versions did not derive the other value, so they recorded no gap and opened no case for these coins.
WITH coin AS (
  SELECT e.device_id, e.epoch, e.seq, e.occurred_at, coalesce((e.payload->>'counterBefore')::numeric,
      (e.payload->>'counterAfter')::numeric - (e.payload->>'amount')::numeric) AS before,
    coalesce((e.payload->>'counterAfter')::numeric,
      (e.payload->>'counterBefore')::numeric + (e.payload->>'amount')::numeric) AS after
  FROM chair_event e
  WHERE e.type = 'coin' AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id
    AND q.epoch = e.epoch AND q.seq = e.seq AND q.reason IN ('amount', 'counter'))
), pair AS (
  SELECT *, lag(after) OVER earlier AS earlier_after, lag(seq) OVER earlier AS earlier_seq
  FROM coin WINDOW earlier AS (PARTITION BY device_id, epoch ORDER BY seq)
), found AS (
  INSERT INTO coin_gap (device_id, epoch, before_seq, after_seq, missing_minor, currency, found_at)
  SELECT pair.device_id, epoch, earlier_seq, seq, before - earlier_after, o.currency,
    -- Later than every known gap, so that a reopened case does not count them.
    greatest(now(), known.found_at + interval '1 microsecond',
      (SELECT opened_at FROM attention_case WHERE kind = 'coinsMissing' AND subject = pair.device_id))
  FROM pair JOIN device d USING (device_id)
  LEFT JOIN LATERAL (SELECT m.from_outlet_id FROM device_move m
    WHERE m.device_id = pair.device_id AND m.moved_at > pair.occurred_at ORDER BY m.moved_at LIMIT 1) AS move ON true
  JOIN outlet o ON o.outlet_id = coalesce(move.from_outlet_id, d.outlet_id)
  LEFT JOIN LATERAL (SELECT max(found_at) AS found_at FROM coin_gap WHERE device_id = pair.device_id) AS known ON true
  -- The upper limit is that of a plausible counter.
  WHERE before - earlier_after BETWEEN 1 AND 1000000000000
    AND NOT EXISTS (SELECT FROM coin_gap g WHERE g.device_id = pair.device_id AND g.epoch = pair.epoch
      AND g.before_seq = earlier_seq)
  -- A server that is running may find the same gap.
  ON CONFLICT DO NOTHING
  RETURNING *
), counted AS (
  SELECT * FROM found
  UNION ALL
  SELECT g.* FROM coin_gap g JOIN attention_case a ON a.kind = 'coinsMissing' AND a.subject = g.device_id
  WHERE a.closed_at IS NULL AND g.found_at >= a.opened_at AND g.device_id IN (SELECT device_id FROM found)
)
INSERT INTO attention_case AS known (case_id, kind, device_id, subject, detail, opened_at)
SELECT gen_random_uuid(), 'coinsMissing', device_id, device_id, jsonb_build_object('count', count(*), 'missingMinor',
    sum(missing_minor), 'currency', (array_agg(currency ORDER BY found_at DESC))[1], 'newest',
    jsonb_path_query_array(jsonb_agg(jsonb_build_object('epoch', epoch, 'beforeSeq', before_seq, 'afterSeq', after_seq,
      'missingMinor', missing_minor) ORDER BY found_at DESC, before_seq DESC), '$[0 to 19]')),
  max(found_at)
FROM counted GROUP BY device_id
-- Servers lock cases in this order, too, which prevents deadlocks.
ORDER BY device_id
ON CONFLICT (kind, subject) DO UPDATE SET detail = excluded.detail, closed_at = NULL,
  opened_at = CASE WHEN known.closed_at IS NULL THEN known.opened_at ELSE excluded.opened_at END;
