-- Some chairs report their coin counter only before or only after each insertion. The other value follows from the amount.
CREATE OR REPLACE FUNCTION cash_box_total(box text, up_to timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(coalesce(sum(CASE
    WHEN last.counter IS NULL OR first.counter IS NULL THEN coins.amount
    ELSE last.counter - first.counter - coalesce(strange.amount, 0) END), 0), 100000000000000)::bigint
  FROM chair_epoch AS one
  LEFT JOIN LATERAL (
    SELECT coalesce((e.payload->>'counterAfter')::bigint,
      (e.payload->>'counterBefore')::bigint + (e.payload->>'amount')::bigint) AS counter FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin' AND e.occurred_at <= up_to
      AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter'))
    ORDER BY e.seq DESC LIMIT 1
  ) AS last ON true
  LEFT JOIN LATERAL (
    SELECT coalesce((e.payload->>'counterBefore')::bigint,
      (e.payload->>'counterAfter')::bigint - (e.payload->>'amount')::bigint) AS counter FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin'
      AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
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
