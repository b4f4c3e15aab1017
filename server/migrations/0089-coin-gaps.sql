-- Coins that are missing by a chair's counter (CASH-3): a row per gap, and one case per chair that counts them, so that a
-- compromised chair cannot open cases without end.
CREATE TABLE coin_gap (
  device_id text NOT NULL REFERENCES device,
  epoch text NOT NULL,
  -- The known coins on both sides.
  before_seq bigint NOT NULL,
  after_seq bigint NOT NULL CHECK (after_seq > before_seq),
  missing_minor bigint NOT NULL CHECK (missing_minor > 0),
  currency text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  -- The chair's open case counts the gaps found since it was opened.
  found_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, epoch, before_seq)
);
GRANT SELECT, INSERT, DELETE ON coin_gap TO reposo_app;

INSERT INTO coin_gap
SELECT device_id, epoch, before_seq, after_seq, missing_minor, currency,
  -- A gap of a case that a person has closed is not counted again.
  CASE WHEN closed_at IS NULL THEN opened_at
    ELSE least(opened_at, min(opened_at) FILTER (WHERE closed_at IS NULL) OVER (PARTITION BY device_id)
      - interval '1 microsecond') END
FROM (
  SELECT device_id, opened_at, closed_at, (detail->'before'->>'seq')::bigint AS before_seq,
    (detail->'after'->>'seq')::bigint AS after_seq, (detail->>'missingMinor')::bigint AS missing_minor,
    detail->>'currency' AS currency,
    substr(regexp_replace(subject, ':\d+-\d+$', ''), length(device_id) + 2) AS epoch
  FROM attention_case WHERE kind = 'coinsMissing'
) AS listed
-- Others were explained by coins that arrived later.
WHERE NOT EXISTS (SELECT FROM chair_event e WHERE e.device_id = listed.device_id AND e.epoch = listed.epoch
  AND e.seq > before_seq AND e.seq < after_seq AND e.type = 'coin'
  AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
    AND q.seq = e.seq AND q.reason IN ('amount', 'counter')));

WITH removed AS (
  DELETE FROM attention_case WHERE kind = 'coinsMissing' AND closed_at IS NULL RETURNING device_id, opened_at
), opened AS (
  SELECT device_id, min(opened_at) AS opened_at FROM removed GROUP BY device_id
)
INSERT INTO attention_case (case_id, kind, device_id, subject, detail, opened_at)
SELECT gen_random_uuid(), 'coinsMissing', device_id, device_id, jsonb_build_object('count', count(*), 'missingMinor',
    sum(missing_minor), 'currency', min(currency), 'newest', jsonb_path_query_array(jsonb_agg(jsonb_build_object(
      'epoch', epoch, 'beforeSeq', before_seq, 'afterSeq', after_seq, 'missingMinor', missing_minor)
      ORDER BY found_at DESC, before_seq DESC), '$[0 to 19]')),
  opened.opened_at
FROM opened JOIN coin_gap USING (device_id) WHERE found_at >= opened.opened_at
GROUP BY device_id, opened.opened_at;
