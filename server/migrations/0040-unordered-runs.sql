-- When a massage ends that belongs to no live order, such as one paid by coins: by the server's clock, from the time
-- that the chair said was left. Null while the chair does nothing, or runs the order that holds it.
ALTER TABLE device ADD COLUMN unordered_run_ends_at timestamptz;
CREATE INDEX device_unordered_run ON device (unordered_run_ends_at) WHERE unordered_run_ends_at IS NOT NULL;
