-- Coins: the runs that they start, and the coins that are doubted.

-- A group's coin boxes take at most this many coins in a minute; more are doubted.
ALTER TABLE price_group ADD COLUMN coins_per_minute integer NOT NULL DEFAULT 30
  CHECK (coins_per_minute BETWEEN 1 AND 600);

-- What a chair reported of a run that coins started, in whatever order its events arrived.
CREATE TABLE coin_run (
  device_id text NOT NULL REFERENCES device,
  run_id text NOT NULL,
  -- None until one of its coins is booked.
  order_id uuid REFERENCES orders,
  -- Time that the chair gave for all coins, doubted ones included, and for the booked ones.
  bought_seconds integer NOT NULL DEFAULT 0 CHECK (bought_seconds >= 0),
  booked_seconds integer NOT NULL DEFAULT 0 CHECK (booked_seconds >= 0),
  started_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('finished', 'stopped', 'fault', 'powerLoss')),
  ran_seconds integer,
  PRIMARY KEY (device_id, run_id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX coin_run_order ON coin_run (order_id) WHERE order_id IS NOT NULL;

-- Coins outside revenue until a person accepts or rejects them.
CREATE TABLE quarantined_coin (
  device_id text NOT NULL REFERENCES device,
  epoch text NOT NULL,
  seq bigint NOT NULL,
  outlet_id text NOT NULL REFERENCES outlet,
  run_id text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('amount', 'currency', 'counter', 'rate')),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  currency text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  seconds integer NOT NULL CHECK (seconds >= 0),
  gear integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'rejected')),
  decided_at timestamptz,
  decided_by text,
  note text,
  PRIMARY KEY (device_id, epoch, seq),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state <> 'accepted' OR amount_minor > 0)
);
CREATE INDEX quarantined_coin_waiting ON quarantined_coin (received_at) WHERE state = 'waiting';
CREATE INDEX quarantined_coin_device ON quarantined_coin (device_id, received_at DESC);

GRANT SELECT, INSERT, UPDATE ON coin_run, quarantined_coin TO reposo_app;

ALTER TABLE attention_case DROP CONSTRAINT IF EXISTS attention_case_kind_check;
ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check CHECK (kind IN ('ranAfterRefund', 'runWithoutOrder',
  'refundFailed', 'eventGap', 'paymentMismatch', 'ranShort', 'endUnheard', 'coinsDoubted', 'coinsMissing'));
