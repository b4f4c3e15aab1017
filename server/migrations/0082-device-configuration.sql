-- What a chair is to be configured to, every version that was requested, and what it last reported (CHAIR-3).
CREATE TABLE device_configuration (
  device_id text NOT NULL REFERENCES device,
  version integer NOT NULL CHECK (version > 0),
  pulse_value_minor bigint CHECK (pulse_value_minor > 0),
  volume integer CHECK (volume BETWEEN 0 AND 100),
  gears integer CHECK (gears BETWEEN 1 AND 99),
  requested_at timestamptz NOT NULL,
  requested_by text NOT NULL,
  PRIMARY KEY (device_id, version)
);

CREATE TABLE device_reported_configuration (
  device_id text PRIMARY KEY REFERENCES device,
  version integer NOT NULL,
  pulse_value_minor bigint,
  volume integer,
  gears integer,
  reported_at timestamptz NOT NULL
);

ALTER TABLE chair_command ADD COLUMN configuration jsonb;
CREATE INDEX chair_command_configure ON chair_command (device_id, created_at DESC) WHERE type = 'configure';

GRANT SELECT, INSERT ON device_configuration TO reposo_app;
GRANT SELECT, INSERT, UPDATE ON device_reported_configuration TO reposo_app;
