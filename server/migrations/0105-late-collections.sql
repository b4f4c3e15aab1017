-- A collection that was sent late may include coins that a later collection of the box does not include. The expected amount is
-- the rise since the highest total of the earlier collections; it was the rise since the last one, which could be negative.
CREATE INDEX cash_collection_total_of_box ON cash_collection (device_id, coins_total_minor) WHERE kind = 'collection';

WITH base AS (
  SELECT device_id, collected_at, greatest(0, coins_total_minor - coalesce(max(coins_total_minor) OVER (PARTITION BY device_id
    ORDER BY collected_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS expected
  FROM cash_collection WHERE kind = 'collection' AND NOT collection_is_voided(device_id, collected_at)
)
INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
  coins_total_minor, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
SELECT gen_random_uuid(), 'adjustment', newest.device_id, newest.outlet_id, newest.currency, newest.counted_minor,
  base.expected, newest.coins_total_minor, newest.collected_at, newest.collected_by, now(), newest.recorded_by,
  newest.collection_id
FROM base JOIN cash_collection newest USING (device_id, collected_at)
WHERE newest.expected_minor <> base.expected
  AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = newest.collection_id);
