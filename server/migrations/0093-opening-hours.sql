-- When outlets are open: an array for each day from Monday, of periods in minutes after midnight, in the outlet's time
-- zone (contract: OpeningHours). Null: unknown, and each time of day counts (CHAIR-1, ALERT-1).
ALTER TABLE outlet ADD COLUMN opening_hours jsonb
  CHECK (jsonb_typeof(opening_hours) = 'array' AND jsonb_array_length(opening_hours) = 7);
