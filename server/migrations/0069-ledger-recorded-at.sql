-- When a movement of money became known. Null: before this column existed, so it counts as recorded in time.
ALTER TABLE ledger_entry ADD COLUMN recorded_at timestamptz;

-- Late entries are among the few that became known long after they occurred; a month closes a day after its end at
-- the earliest, which is 23 hours where clocks change.
CREATE INDEX ledger_entry_late ON ledger_entry (outlet_id, occurred_at)
  WHERE recorded_at - occurred_at >= interval '20 hours';
