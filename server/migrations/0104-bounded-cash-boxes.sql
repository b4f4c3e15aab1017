-- The counter of each epoch of a compromised chair is bounded, but their number is not, so their sum is no safe integer. The
-- bound leaves room for the sum of many boxes of an outlet.
CREATE OR REPLACE FUNCTION cash_box_total(box text, up_to timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(coalesce(sum(CASE
    WHEN last.counter IS NULL OR first.counter IS NULL THEN coins.amount
    ELSE last.counter - first.counter - coalesce(strange.amount, 0) END), 0), 100000000000000)::bigint
  FROM chair_epoch AS one
  LEFT JOIN LATERAL (
    SELECT (e.payload->>'counterAfter')::bigint AS counter FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin' AND e.occurred_at <= up_to
      AND e.payload->>'counterAfter' IS NOT NULL
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter'))
    ORDER BY e.seq DESC LIMIT 1
  ) AS last ON true
  LEFT JOIN LATERAL (
    SELECT (e.payload->>'counterBefore')::bigint AS counter FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin'
      AND e.payload->>'counterBefore' IS NOT NULL
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter'))
    ORDER BY e.seq LIMIT 1
  ) AS first ON true
  LEFT JOIN LATERAL (
    SELECT sum(q.amount_minor) AS amount FROM quarantined_coin q
    WHERE q.device_id = one.device_id AND q.epoch = one.epoch AND q.reason = 'currency' AND q.occurred_at <= up_to
  ) AS strange ON true
  LEFT JOIN LATERAL (
    SELECT sum((e.payload->>'amount')::bigint) AS amount FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin' AND e.occurred_at <= up_to
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'currency'))
      AND (last.counter IS NULL OR first.counter IS NULL)
  ) AS coins ON true
  WHERE one.device_id = box
$$;
