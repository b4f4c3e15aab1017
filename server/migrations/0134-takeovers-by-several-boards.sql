-- Three boards with one identity return each only after two others, so one earlier boot ID is not sufficient to detect them. Boards
-- with the same boot ID are detected by their connections.
ALTER TABLE device
  DROP COLUMN previous_boot_id,
  -- The newest boot IDs before the current one, newest first.
  ADD COLUMN earlier_boot_ids text[] NOT NULL DEFAULT '{}',
  -- True from a take-over that the embedded broker saw until the next state.
  ADD COLUMN is_taken_over boolean NOT NULL DEFAULT false;
GRANT UPDATE (earlier_boot_ids, is_taken_over) ON device TO reposo_app;
