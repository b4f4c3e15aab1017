-- When chairs were offline, as the server observed it: the history that tells usual absences from unusual ones.
CREATE TABLE device_absence (
  device_id text NOT NULL REFERENCES device,
  outlet_id text NOT NULL REFERENCES outlet,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (device_id, began_at),
  CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX device_absence_open ON device_absence (device_id) WHERE ended_at IS NULL;
CREATE INDEX device_absence_of_outlet ON device_absence (outlet_id, began_at DESC);
CREATE INDEX device_absence_ended ON device_absence (ended_at);

-- What a chair usually takes in each hour of the week in its outlet's zone; element 1 is Monday from 0:00 to 1:00.
CREATE TABLE device_usual_income (
  device_id text PRIMARY KEY REFERENCES device,
  outlet_id text NOT NULL REFERENCES outlet,
  computed_at timestamptz NOT NULL,
  -- Whose history it is: a chair without enough of its own has the average of its outlet's chairs.
  source text NOT NULL CHECK (source IN ('chair', 'outlet', 'none')),
  amounts_minor float8[] NOT NULL CHECK (cardinality(amounts_minor) = 168),
  starts float8[] NOT NULL CHECK (cardinality(starts) = 168)
);

CREATE TABLE alert (
  alert_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('chairOffline', 'outletOffline', 'startsFailing', 'chairFault', 'incomeLow',
    'coinsDiffer', 'cashBoxFull', 'refundWaiting', 'feedbackWaiting')),
  -- Names the cause, for example chairOffline:80000001.
  cause text NOT NULL,
  outlet_id text NOT NULL REFERENCES outlet,
  device_id text REFERENCES device,
  -- The chairs that earn less because of it.
  device_ids text[] NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL,
  -- Chairs, starts, coins, requests or feedback, by kind. A snooze "until it changes" ends when this changes.
  quantity integer NOT NULL CHECK (quantity >= 0),
  amount_minor bigint,
  fault text,
  opened_at timestamptz NOT NULL,
  resolved_at timestamptz,
  -- Estimated when it was resolved; while it is open, it is estimated whenever it is shown.
  final_cost_minor bigint,
  CHECK (resolved_at >= opened_at)
);
-- One alert per cause while it lasts, whichever server detects it.
CREATE UNIQUE INDEX alert_open_cause ON alert (cause) WHERE resolved_at IS NULL;
CREATE INDEX alert_open_outlet ON alert (outlet_id) WHERE resolved_at IS NULL;
CREATE INDEX alert_resolved_outlet ON alert (outlet_id, resolved_at DESC) WHERE resolved_at IS NOT NULL;
CREATE INDEX alert_device ON alert (device_id, opened_at DESC);

-- A manager's own: colleagues continue to see the alert.
CREATE TABLE alert_snooze (
  alert_id uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account,
  -- Null: until the quantity is no longer this one.
  until timestamptz,
  quantity integer NOT NULL,
  PRIMARY KEY (alert_id, account_id)
);

ALTER TABLE live_event DROP CONSTRAINT live_event_name_check;
ALTER TABLE live_event ADD CONSTRAINT live_event_name_check
  CHECK (name IN ('order', 'device', 'revenue', 'alerts', 'sessionEnded', 'accessChanged'));

GRANT SELECT, INSERT, UPDATE, DELETE ON device_absence, device_usual_income, alert, alert_snooze TO reposo_app;
