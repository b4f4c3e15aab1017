-- Chairs, their prices, and what they report.

-- Prices that several chairs share, in one currency.
CREATE TABLE price_group (
  price_group_id   text PRIMARY KEY CHECK (price_group_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  currency         text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  -- More coins per minute are quarantined.
  coins_per_minute integer NOT NULL DEFAULT 30 CHECK (coins_per_minute BETWEEN 1 AND 600)
);

-- A price never changes after an order referred to it: a new one is added and the old one retired.
CREATE TABLE price (
  price_id       uuid PRIMARY KEY,
  price_group_id text NOT NULL REFERENCES price_group,
  gear           integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  name           text NOT NULL,
  minutes        integer NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  amount_minor   bigint NOT NULL CHECK (amount_minor BETWEEN 0 AND 1000000000000),
  -- The name by language. Without one, customers see `name`.
  names          jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(names) = 'object'),
  -- Whether the price is selected for customers until they choose one.
  popular        boolean NOT NULL DEFAULT false,
  created_at     timestamptz NOT NULL,
  retired_at     timestamptz
);
CREATE UNIQUE INDEX price_current ON price (price_group_id, gear, minutes) WHERE retired_at IS NULL;
CREATE UNIQUE INDEX price_popular ON price (price_group_id) WHERE popular AND retired_at IS NULL;

-- Chairs, with their newest state.
CREATE TABLE device (
  device_id             text PRIMARY KEY CHECK (device_id ~ '^[A-Z0-9]{4,20}$'),
  outlet_id             text NOT NULL REFERENCES outlet,
  price_group_id        text REFERENCES price_group,
  installed_at          timestamptz NOT NULL,
  disabled_at           timestamptz,
  credential_hash       bytea,
  -- Newest reported state; false for a chair that never connected.
  online                boolean NOT NULL DEFAULT false,
  boot_id               text,
  firmware              text,
  fault                 text,
  running               jsonb,
  last_seen_at          timestamptz,
  -- End of a massage that no order started, such as one paid by coins, by the server's clock; null if there is none.
  unordered_run_ends_at timestamptz,
  -- Set by a manager and shown to customers; null if the operator disabled the chair.
  out_of_service_reason text
                         CHECK (char_length(out_of_service_reason) BETWEEN 1 AND 2000),
  -- Hash of the chair's secret in the format of Mosquitto's password file, for an external broker. Null until the
  -- secret is replaced: `credential_hash` cannot be converted.
  broker_password       text,
  -- Signal strength of the newest state (CHAIR-1).
  signal_dbm            smallint CHECK (signal_dbm BETWEEN -150 AND 0),
  -- Time of the last move; null at the first outlet. Managers of the outlet see nothing earlier of the chair
  -- (CHAIR-1, G-9).
  moved_at              timestamptz,
  -- `coinCounter` of the newest state, and when it arrived.
  coin_counter_minor    bigint,
  coin_counter_at       timestamptz,
  -- Number of take-overs with at most ten minutes between them.
  takeovers             integer NOT NULL DEFAULT 0,
  taken_over_at         timestamptz,
  -- Null unless several boards use the identity; the chair then has the fault DUPLICATE-ID.
  identity_shared_since timestamptz,
  -- Boot IDs before the current one, newest first. Of three boards with one identity each returns after two others,
  -- so one earlier ID is not sufficient to detect them.
  earlier_boot_ids      text[] NOT NULL DEFAULT '{}',
  -- True between a take-over that the embedded broker reported and the next state.
  is_taken_over         boolean NOT NULL DEFAULT false,
  CONSTRAINT device_out_of_service CHECK (out_of_service_reason IS NULL OR disabled_at IS NOT NULL)
) WITH (fillfactor = 60);
CREATE INDEX device_outlet ON device (outlet_id, device_id);
CREATE INDEX device_unordered_run ON device (unordered_run_ends_at) WHERE unordered_run_ends_at IS NOT NULL;

-- Moves of chairs between outlets. Coins that were inserted before a move and arrive after it are booked to the
-- earlier outlet (CASH-2).
CREATE TABLE device_move (
  device_id      text NOT NULL REFERENCES device,
  moved_at       timestamptz NOT NULL,
  from_outlet_id text NOT NULL REFERENCES outlet,
  PRIMARY KEY (device_id, moved_at)
);

-- Times during which the server observed a chair as offline; usual absences open no alert.
CREATE TABLE device_absence (
  device_id text NOT NULL REFERENCES device,
  outlet_id text NOT NULL REFERENCES outlet,
  began_at  timestamptz NOT NULL,
  ended_at  timestamptz,
  PRIMARY KEY (device_id, began_at),
  CHECK (ended_at >= began_at)
);
CREATE INDEX device_absence_ended ON device_absence (ended_at);
CREATE INDEX device_absence_of_outlet ON device_absence (outlet_id, began_at DESC);
CREATE UNIQUE INDEX device_absence_open ON device_absence (device_id) WHERE ended_at IS NULL;

-- Every configuration that was requested for a chair (CHAIR-3).
CREATE TABLE device_configuration (
  device_id         text NOT NULL REFERENCES device,
  version           integer NOT NULL CHECK (version > 0),
  pulse_value_minor bigint CHECK (pulse_value_minor > 0),
  volume            integer CHECK (volume BETWEEN 0 AND 100),
  gears             integer CHECK (gears BETWEEN 1 AND 99),
  requested_at      timestamptz NOT NULL,
  requested_by      text NOT NULL,
  PRIMARY KEY (device_id, version)
);

-- The configuration that a chair last reported.
CREATE TABLE device_reported_configuration (
  device_id         text PRIMARY KEY REFERENCES device,
  version           integer NOT NULL,
  pulse_value_minor bigint,
  volume            integer,
  gears             integer,
  reported_at       timestamptz NOT NULL
);

-- Usual income of a chair in each hour of the week in its outlet's time zone; element 1 is Monday from 0:00 to 1:00.
CREATE TABLE device_usual_income (
  device_id     text PRIMARY KEY REFERENCES device,
  outlet_id     text NOT NULL REFERENCES outlet,
  computed_at   timestamptz NOT NULL,
  -- `outlet`: a chair without sufficient history has the average of its outlet.
  source        text NOT NULL CHECK (source IN ('chair', 'outlet', 'none')),
  amounts_minor double precision[] NOT NULL CHECK (cardinality(amounts_minor) = 168),
  starts        double precision[] NOT NULL CHECK (cardinality(starts) = 168)
);

-- Sequence of events of a chair since its memory was last cleared, and up to where it is complete.
CREATE TABLE chair_epoch (
  device_id            text NOT NULL REFERENCES device,
  epoch                text NOT NULL,
  complete_up_to       bigint NOT NULL DEFAULT 0,
  highest_seq          bigint NOT NULL DEFAULT 0,
  -- Counter of the earlier epoch that the first coins of this epoch continue; null for the first epoch of a chair.
  counter_before_minor bigint,
  PRIMARY KEY (device_id, epoch)
) WITH (fillfactor = 50);

-- An event of a chair is stored once by (device, epoch, seq), however often it arrives.
CREATE TABLE chair_event (
  device_id    text NOT NULL REFERENCES device,
  epoch        text NOT NULL,
  seq          bigint NOT NULL CHECK (seq >= 1),
  type         text NOT NULL,
  claimed_at   timestamptz,
  occurred_at  timestamptz NOT NULL,
  time_doubted boolean NOT NULL,
  payload      jsonb NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (device_id, epoch, seq)
);
-- Faults of a chair's timeline.
CREATE INDEX chair_event_faults ON chair_event (device_id, occurred_at DESC) WHERE type IN ('fault', 'cleared');
CREATE INDEX chair_event_starts ON chair_event (device_id, coalesce(payload->>'orderId', payload->>'runId'))
  WHERE type = 'started';

-- An order refers to a price by its ID, so the terms of a price never change.
CREATE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.price_id, NEW.price_group_id, NEW.gear, NEW.minutes, NEW.amount_minor)
    IS DISTINCT FROM (OLD.price_id, OLD.price_group_id, OLD.gear, OLD.minutes, OLD.amount_minor) THEN
    RAISE EXCEPTION 'a price never changes under its id' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER price_kept BEFORE UPDATE ON price FOR EACH ROW
  EXECUTE FUNCTION keep_price();

CREATE FUNCTION keep_price_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.currency IS DISTINCT FROM OLD.currency THEN
    RAISE EXCEPTION 'the currency of a price group never changes' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER price_group_kept BEFORE UPDATE ON price_group FOR EACH ROW
  EXECUTE FUNCTION keep_price_currency();
