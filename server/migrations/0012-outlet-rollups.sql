-- How many movements of money a cell holds, so that a list of them knows its length without being counted.
ALTER TABLE revenue_rollup
  ADD COLUMN online_entries integer NOT NULL DEFAULT 0,
  ADD COLUMN cash_entries integer NOT NULL DEFAULT 0;

-- The same sums of an outlet as a whole: what home reads must not grow with the chairs of an outlet. The month's row
-- is the first that a booking locks, see the store.
CREATE TABLE outlet_rollup (
  outlet_id       text NOT NULL,
  grain           text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at       timestamptz NOT NULL,
  currency        text NOT NULL,
  online_minor    bigint NOT NULL DEFAULT 0,
  cash_minor      bigint NOT NULL DEFAULT 0,
  online_entries  integer NOT NULL DEFAULT 0,
  cash_entries    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (outlet_id, grain, starts_at, currency)
) WITH (fillfactor = 70);
GRANT SELECT, INSERT, UPDATE ON outlet_rollup TO reposo_app;

INSERT INTO revenue_rollup AS cell (outlet_id, grain, starts_at, device_id, currency, online_entries, cash_entries)
SELECT outlet_id, grain.name,
  CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', occurred_at, 'epoch')
    ELSE date_trunc(grain.name, occurred_at, 'UTC') END AS starts_at,
  device_id, currency, count(*) FILTER (WHERE channel = 'online'), count(*) FILTER (WHERE channel = 'cash')
FROM ledger_entry CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (outlet_id, grain, starts_at, device_id, currency) DO UPDATE
  SET online_entries = excluded.online_entries, cash_entries = excluded.cash_entries;

INSERT INTO outlet_rollup
SELECT outlet_id, grain, starts_at, currency, sum(online_minor), sum(cash_minor), sum(online_entries),
  sum(cash_entries)
FROM revenue_rollup GROUP BY outlet_id, grain, starts_at, currency;

-- Movements of money of an outlet or a chair, newest first. Led by the channel too: an outlet may take one way of
-- paying so rarely that a page of it would lie behind a year of the other.
CREATE INDEX ledger_entry_outlet ON ledger_entry (outlet_id, channel, occurred_at DESC, entry_id DESC);
CREATE INDEX ledger_entry_device ON ledger_entry (outlet_id, device_id, channel, occurred_at DESC, entry_id DESC);
