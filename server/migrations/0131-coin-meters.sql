-- What a chair can have earned since it was last in touch (CLAIM-1). A chair without a row has reported no coins.
CREATE TABLE coin_meter (
  device_id text PRIMARY KEY REFERENCES device,
  -- Epoch of the newest coin that continues the coin counter, and the counter after it; null if there is none.
  epoch text,
  counter_minor bigint,
  -- When it arrived.
  counted_at timestamptz,
  -- Amount that the chair could report at `allowance_at`; null: the limit of one day.
  allowance_minor bigint,
  allowance_at timestamptz NOT NULL,
  -- Average cash per day with income, up to the day `usual_on`; null if there are too few such days.
  usual_day_minor bigint,
  usual_on date
) WITH (fillfactor = 70);
GRANT SELECT, INSERT ON coin_meter TO reposo_app;
GRANT UPDATE (epoch, counter_minor, counted_at, allowance_minor, allowance_at, usual_day_minor, usual_on) ON coin_meter TO reposo_app;

-- Counter of the earlier epoch that the first coins of this epoch continue; null for the first epoch of a chair.
ALTER TABLE chair_epoch ADD COLUMN counter_before_minor bigint;
GRANT UPDATE (counter_before_minor) ON chair_epoch TO reposo_app;

-- `coinCounter` of the newest state, and when it arrived.
ALTER TABLE device ADD COLUMN coin_counter_minor bigint, ADD COLUMN coin_counter_at timestamptz;
GRANT UPDATE (coin_counter_minor, coin_counter_at) ON device TO reposo_app;

ALTER TABLE quarantined_coin DROP CONSTRAINT quarantined_coin_reason_check;
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_reason_check
  CHECK (reason IN ('amount', 'counter', 'epoch', 'currency', 'state', 'earnings', 'rate'));
-- `restarts_counter`: a person accepted the coin, and later coins are compared with its counter. `is_expected`: a person
-- accepted the coin before the box was emptied, so the next collection is expected to contain it.
ALTER TABLE quarantined_coin ADD COLUMN restarts_counter boolean NOT NULL DEFAULT false,
  ADD COLUMN is_expected boolean NOT NULL DEFAULT false;
GRANT UPDATE (restarts_counter, is_expected) ON quarantined_coin TO reposo_app;
UPDATE quarantined_coin SET is_expected = true WHERE state = 'accepted' AND reason = 'rate';

INSERT INTO coin_meter (device_id, epoch, counter_minor, counted_at, allowance_at)
SELECT d.device_id, last.epoch, last.counter, last.received_at, coalesce(d.last_seen_at, d.installed_at)
FROM device d CROSS JOIN LATERAL (
  SELECT coin.epoch, coin.counter, coin.received_at FROM chair_epoch one CROSS JOIN LATERAL (
    SELECT e.epoch, e.received_at, coalesce((e.payload->>'counterAfter')::bigint,
      (e.payload->>'counterBefore')::bigint + (e.payload->>'amount')::bigint) AS counter
    FROM chair_event e
    WHERE e.device_id = one.device_id AND e.epoch = one.epoch AND e.type = 'coin'
      AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter'))
    ORDER BY e.seq DESC LIMIT 1
  ) AS coin
  WHERE one.device_id = d.device_id ORDER BY coin.received_at DESC LIMIT 1
) AS last;

-- The limit of coins without a reliable time is part of what a chair can have earned.
DROP INDEX chair_event_doubted_coins;

-- Minor units that a chair's box took up to an instant: for each stretch of its counter, the rise; coins without a counter
-- one by one. A stretch begins with an epoch, or with a coin that a person accepted as a new start of the counter. A
-- quarantined coin is in the counter, but nobody is expected to find it in the box unless a person accepts it in time.
CREATE OR REPLACE FUNCTION cash_box_total(box text, up_to timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(greatest(coalesce(sum(CASE
      WHEN stretch.counter IS NOT NULL THEN stretch.amount + coalesce(last.counter - stretch.counter, 0)
      WHEN last.counter IS NULL OR first.counter IS NULL THEN coins.amount
      ELSE last.counter - first.counter END), 0)
    + (SELECT coalesce(sum(g.missing_minor), 0) FROM coin_gap g JOIN chair_event e
        ON e.device_id = g.device_id AND e.epoch = g.epoch AND e.seq = g.after_seq
      WHERE g.device_id = box AND g.before_seq = 0 AND e.occurred_at <= up_to)
    - (SELECT coalesce(sum(q.amount_minor), 0) FROM quarantined_coin q
      WHERE q.device_id = box AND q.occurred_at <= up_to AND q.reason NOT IN ('amount', 'counter', 'epoch')
        AND NOT q.is_expected), 0), 100000000000000)::bigint
  FROM (
    SELECT device_id, epoch, from_seq, counter, amount, lead(from_seq) OVER (PARTITION BY epoch ORDER BY from_seq) AS until_seq
    FROM (
      SELECT one.device_id, one.epoch, 1 AS from_seq, NULL::bigint AS counter, 0 AS amount
      FROM chair_epoch one WHERE one.device_id = box
      UNION ALL
      SELECT q.device_id, q.epoch, q.seq, coalesce((e.payload->>'counterAfter')::bigint,
        (e.payload->>'counterBefore')::bigint + q.amount_minor),
        CASE WHEN q.occurred_at <= up_to AND q.is_expected THEN q.amount_minor ELSE 0 END
      FROM quarantined_coin q JOIN chair_event e USING (device_id, epoch, seq)
      WHERE q.device_id = box AND q.restarts_counter
    ) AS start
  ) AS stretch
  LEFT JOIN LATERAL (
    SELECT coalesce((e.payload->>'counterAfter')::bigint,
      (e.payload->>'counterBefore')::bigint + (e.payload->>'amount')::bigint) AS counter FROM chair_event e
    WHERE e.device_id = box AND e.epoch = stretch.epoch AND e.type = 'coin' AND e.occurred_at <= up_to
      AND e.seq >= stretch.from_seq AND e.seq < coalesce(stretch.until_seq, 9223372036854775807)
      AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter', 'epoch') AND NOT q.restarts_counter)
    ORDER BY e.seq DESC LIMIT 1
  ) AS last ON true
  LEFT JOIN LATERAL (
    SELECT coalesce((e.payload->>'counterBefore')::bigint,
      (e.payload->>'counterAfter')::bigint - (e.payload->>'amount')::bigint) AS counter FROM chair_event e
    WHERE e.device_id = box AND e.epoch = stretch.epoch AND e.type = 'coin'
      AND e.seq >= stretch.from_seq AND e.seq < coalesce(stretch.until_seq, 9223372036854775807)
      AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter', 'epoch'))
    ORDER BY e.seq LIMIT 1
  ) AS first ON true
  LEFT JOIN LATERAL (
    SELECT sum((e.payload->>'amount')::bigint) AS amount FROM chair_event e
    WHERE e.device_id = box AND e.epoch = stretch.epoch AND e.type = 'coin' AND e.occurred_at <= up_to
      AND e.seq >= stretch.from_seq AND e.seq < coalesce(stretch.until_seq, 9223372036854775807)
      AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
        AND q.seq = e.seq AND q.reason IN ('amount', 'counter', 'epoch'))
      AND (last.counter IS NULL OR first.counter IS NULL)
  ) AS coins ON true
$$;
