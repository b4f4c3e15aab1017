-- Runs that a chair reports to have started twice, or to have lasted longer than they were bought for.
-- Adds a kind of case to those that exist, so that the order of migrations that add kinds does not matter.
DO $$
DECLARE definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition FROM pg_constraint
  WHERE conrelid = 'attention_case'::regclass AND conname = 'attention_case_kind_check';
  ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
  EXECUTE 'ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''runMisreported''::text, ');
END $$;

CREATE INDEX chair_event_starts ON chair_event (device_id, (coalesce(payload->>'orderId', payload->>'runId')))
  WHERE type = 'started';
CREATE INDEX coin_run_too_long ON coin_run (device_id) WHERE ran_seconds > bought_seconds + 1;

-- The audits accept what has a case.
INSERT INTO attention_case (case_id, kind, device_id, subject, detail, opened_at)
SELECT gen_random_uuid(), 'runMisreported', device_id, device_id, jsonb_build_object('count', count(*), 'newest',
  jsonb_path_query_array(jsonb_agg(run_id), '$[0 to 19]')), now()
FROM (
  SELECT device_id, coalesce(payload->>'orderId', payload->>'runId') AS run_id FROM chair_event
  WHERE type = 'started' AND payload ?| ARRAY['orderId', 'runId'] GROUP BY 1, 2 HAVING count(*) > 1
) AS repeated GROUP BY device_id;
